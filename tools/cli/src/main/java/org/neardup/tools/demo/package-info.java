// SPDX-License-Identifier: Apache-2.0
/** What does collapsing do to several versions of one web site? */
package org.neardup.tools.demo;

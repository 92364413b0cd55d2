// SPDX-License-Identifier: Apache-2.0
/** How is a result written so that it is complete or absent? */
package org.neardup.tools.output;

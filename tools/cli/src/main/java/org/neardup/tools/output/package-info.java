// SPDX-License-Identifier: Apache-2.0
/** How is a result written so that it is there whole or not at all? */
package org.neardup.tools.output;

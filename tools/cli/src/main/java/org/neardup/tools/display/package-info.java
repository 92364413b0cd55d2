// SPDX-License-Identifier: Apache-2.0
/** How results are put for people, whichever command they are of. */
package org.neardup.tools.display;

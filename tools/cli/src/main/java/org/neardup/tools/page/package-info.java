// SPDX-License-Identifier: Apache-2.0
/**
 * HTML pages: the layout and the style sheet that they share, and the way from a template to text.
 * Templates are in {@code src/main/jte}, each in the folder of the package whose values it shows.
 */
package org.neardup.tools.page;

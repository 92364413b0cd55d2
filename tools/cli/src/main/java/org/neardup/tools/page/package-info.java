// SPDX-License-Identifier: Apache-2.0
/**
 * HTML pages: the layout and the style sheet that they share, how numbers and long texts are
 * written, and the way from a template to text. Templates are in {@code src/main/jte}, each in the
 * folder of the package whose values it shows. The words of pages are in templates, their values in
 * records.
 */
package org.neardup.tools.page;

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.List;
import java.util.Map;

/**
 * A document as the user gave it.
 *
 * @param id not empty
 * @param title empty when there is none
 * @param text plain text; blank when there is none
 * @param fields the other fields by name, in the order of the input, each with one or more values
 */
public record InputDocument(
    String id, String title, String text, Map<String, List<String>> fields) {}

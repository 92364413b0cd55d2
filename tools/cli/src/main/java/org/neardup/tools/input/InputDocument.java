// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A document as the user gave it.
 *
 * @param id not empty
 * @param title empty when there is none
 * @param text plain text; blank when there is none
 * @param mainText the part of a page's text that is not navigation and the like; blank when that is
 *     not known or not asked for
 * @param fields the other fields by name, in the order of the input, each with one or more values
 */
public record InputDocument(
    String id, String title, String text, String mainText, Map<String, List<String>> fields) {

  /** A document of which the text alone is known. */
  public InputDocument(String id, String title, String text, Map<String, List<String>> fields) {
    this(id, title, text, "", fields);
  }

  /** The same without halves of characters: see {@link Surrogates}. */
  InputDocument withoutHalves() {
    Map<String, List<String>> replaced = new LinkedHashMap<>();
    fields.forEach(
        (name, values) ->
            replaced.put(
                Surrogates.replaceAlone(name),
                values.stream().map(Surrogates::replaceAlone).toList()));
    return new InputDocument(
        Surrogates.replaceAlone(id),
        Surrogates.replaceAlone(title),
        Surrogates.replaceAlone(text),
        Surrogates.replaceAlone(mainText),
        replaced);
  }
}

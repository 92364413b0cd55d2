// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.io.IOException;
import java.text.Normalizer.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.neardup.analysis.NormalizedAnalyzer;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;

/**
 * Analyzers by name: of Lucene's own without its ending, in lower case, or of a class on the class
 * path. Before it may stand {@code nfkc} or {@code nfc} and a blank: then texts are {@linkplain
 * NormalizedAnalyzer normalised} first, and runs of scripts without blanks split into words.
 *
 * <p>The settings of an index describe what its analyzer does, but not how to create it, so its
 * commits also hold the name.
 */
public final class Analyzers {
  /** The analyzer of texts for which no other is named. */
  public static final String DEFAULT = "nfkc standard";

  /** What an index has that tells no name, and a field that no name is given for. */
  static final String UNNAMED = "standard";

  /** Under which commits hold the name. */
  public static final String KEY = "tools.analyzer";

  /** Those of Lucene, by their packages and what their names begin with. */
  private static final String OF_LUCENE =
      """
      ar.Arabic bg.Bulgarian bn.Bengali br.Brazilian ca.Catalan cjk.CJK ckb.Sorani core.Simple
      core.Whitespace cz.Czech da.Danish de.German el.Greek en.English es.Spanish et.Estonian
      eu.Basque fa.Persian fi.Finnish fr.French ga.Irish gl.Galician hi.Hindi hu.Hungarian
      hy.Armenian id.Indonesian it.Italian lt.Lithuanian lv.Latvian ne.Nepali nl.Dutch
      no.Norwegian pt.Portuguese ro.Romanian ru.Russian sr.Serbian standard.Standard sv.Swedish
      ta.Tamil te.Telugu th.Thai tr.Turkish
      """;

  /** The names of their classes by our names. */
  private static final Map<String, String> KNOWN =
      Stream.of(OF_LUCENE.split("\\s+"))
          .collect(
              Collectors.toMap(
                  Analyzers::nameOf,
                  place -> "org.apache.lucene.analysis." + place + "Analyzer",
                  (a, b) -> a,
                  TreeMap::new));

  private Analyzers() {}

  private static String nameOf(String place) {
    return place.substring(place.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /** Names of all of Lucene's, the default one first, also with its form. */
  public static List<String> names() {
    List<String> names = new ArrayList<>(List.of(UNNAMED, DEFAULT, "nfc " + UNNAMED));
    KNOWN.keySet().stream().filter(name -> !name.equals(UNNAMED)).forEach(names::add);
    return names;
  }

  /**
   * Makes an analyzer, or one of several by field, see {@link AnalyzersByField}.
   *
   * @throws IllegalArgumentException if there is none, or it cannot be made
   */
  public static Analyzer named(String name) {
    AnalyzersByField names = AnalyzersByField.parse(name);
    if (names.byField().isEmpty()) {
      return one(name);
    }
    Map<String, Analyzer> byField = new HashMap<>();
    names.byField().forEach((field, own) -> byField.put(field, one(own)));
    return new PerFieldAnalyzerWrapper(one(names.others()), byField);
  }

  private static Analyzer one(String name) {
    int blank = name.indexOf(' ');
    if (blank < 0) {
      return plain(name);
    }
    return switch (name.substring(0, blank)) {
      case "nfkc" -> normalized(name.substring(blank + 1), Form.NFKC);
      case "nfc" -> normalized(name.substring(blank + 1), Form.NFC);
      default -> throw new IllegalArgumentException("normal form must be nfkc or nfc, got " + name);
    };
  }

  private static Analyzer normalized(String name, Form form) {
    return new NormalizedAnalyzer(plain(name), form, DictionaryWordFilter::new);
  }

  private static Analyzer plain(String name) {
    try {
      Class<?> type = Class.forName(KNOWN.getOrDefault(name, name));
      return (Analyzer) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new IllegalArgumentException(
          "analyzer must be the name of a class with a constructor without arguments, or one of "
              + String.join(", ", KNOWN.keySet())
              + "; got "
              + name,
          e);
    }
  }

  /** The analyzer of an index. */
  public static Analyzer of(Directory index) throws IOException {
    return named(nameOf(index));
  }

  /** The name of the analyzer that an index was made with. */
  public static String nameOf(Directory index) throws IOException {
    return SegmentInfos.readLatestCommit(index).getUserData().getOrDefault(KEY, UNNAMED);
  }

  /**
   * Refuses an index that was made with another analyzer.
   *
   * @param directory may be without index
   * @param help what can be done about it
   */
  public static void requireSame(Directory directory, String name, String help) throws IOException {
    if (!DirectoryReader.indexExists(directory)) {
      return;
    }
    String found = nameOf(directory);
    if (!found.equals(name)) {
      throw new ToolException(
          ExitCode.INDEX, "index was made with analyzer " + found + ", not " + name + "; " + help);
    }
  }

  /** The commit data that holds the name. */
  public static Map<String, String> commitData(String name) {
    return Map.of(KEY, name);
  }
}

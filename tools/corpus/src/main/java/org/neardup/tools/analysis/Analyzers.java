// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.analysis;

import java.io.IOException;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
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
 * commits also hold the name. Indexes of old have names without a form.
 */
public final class Analyzers {
  /** The analyzer of texts for which no other is named. */
  public static final String DEFAULT = "nfkc standard";

  private static final String UNNAMED = "standard"; // what an index has that tells no name

  private static final String KEY = "tools.analyzer";
  private static final String ENDING = "Analyzer";

  private static final Map<String, Class<? extends Analyzer>> KNOWN =
      List.of(
              ArabicAnalyzer.class,
              ArmenianAnalyzer.class,
              BasqueAnalyzer.class,
              BengaliAnalyzer.class,
              BrazilianAnalyzer.class,
              BulgarianAnalyzer.class,
              CatalanAnalyzer.class,
              CJKAnalyzer.class,
              CzechAnalyzer.class,
              DanishAnalyzer.class,
              DutchAnalyzer.class,
              EnglishAnalyzer.class,
              EstonianAnalyzer.class,
              FinnishAnalyzer.class,
              FrenchAnalyzer.class,
              GalicianAnalyzer.class,
              GermanAnalyzer.class,
              GreekAnalyzer.class,
              HindiAnalyzer.class,
              HungarianAnalyzer.class,
              IndonesianAnalyzer.class,
              IrishAnalyzer.class,
              ItalianAnalyzer.class,
              LatvianAnalyzer.class,
              LithuanianAnalyzer.class,
              NepaliAnalyzer.class,
              NorwegianAnalyzer.class,
              PersianAnalyzer.class,
              PortugueseAnalyzer.class,
              RomanianAnalyzer.class,
              RussianAnalyzer.class,
              SerbianAnalyzer.class,
              SimpleAnalyzer.class,
              SoraniAnalyzer.class,
              SpanishAnalyzer.class,
              StandardAnalyzer.class,
              SwedishAnalyzer.class,
              TamilAnalyzer.class,
              TeluguAnalyzer.class,
              ThaiAnalyzer.class,
              TurkishAnalyzer.class,
              WhitespaceAnalyzer.class)
          .stream()
          .collect(Collectors.toMap(Analyzers::nameOf, type -> type, (a, b) -> a, TreeMap::new));

  private Analyzers() {}

  private static String nameOf(Class<? extends Analyzer> type) {
    String name = type.getSimpleName();
    return name.substring(0, name.length() - ENDING.length()).toLowerCase(Locale.ROOT);
  }

  /**
   * Makes an analyzer.
   *
   * @throws IllegalArgumentException if there is none, or it cannot be made
   */
  public static Analyzer named(String name) {
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
      Class<?> type = KNOWN.containsKey(name) ? KNOWN.get(name) : Class.forName(name);
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
   * Refuses an index that was made with another analyzer. One without documents may lack the name,
   * as an interrupted run may have begun it.
   *
   * @param directory may be without index
   * @param help what can be done about it
   */
  public static void requireSame(Directory directory, String name, String help) throws IOException {
    if (!DirectoryReader.indexExists(directory)) {
      return;
    }
    SegmentInfos commit = SegmentInfos.readLatestCommit(directory);
    String found = commit.getUserData().getOrDefault(KEY, UNNAMED);
    boolean tells = commit.getUserData().containsKey(KEY) || commit.totalMaxDoc() > 0;
    if (tells && !found.equals(name)) {
      throw new ToolException(
          ExitCode.INDEX, "index was made with analyzer " + found + ", not " + name + "; " + help);
    }
  }

  /** The commit data that holds the name. */
  public static Map<String, String> commitData(String name) {
    return Map.of(KEY, name);
  }
}

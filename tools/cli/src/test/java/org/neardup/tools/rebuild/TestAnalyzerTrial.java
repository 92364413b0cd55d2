// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.rebuild;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.neardup.tools.analysis.Analyzers;

/** Each analyzer of Lucene is found by the terms that it made, or one that made the same. */
public class TestAnalyzerTrial extends LuceneTestCase {
  private static final List<String> TEXTS =
      List.of(
          "The ponies' owners weren't walking through the 12 villages, e.g. St. Ives",
          "Die Häuser der Nachbarn sind grösser; les chevaux de l'homme étaient là, naïve",
          "Los niños corrían rápidamente; gli amici dell'università, os corações",
          "Дома и улицы городов были красивыми, България и Сърбия",
          "प्रशिक्षण की किताबें, শিক্ষার বইগুলি, మనుషులు, கட்டுரைகள்",
          "الكتب والمدارس, کتاب\u200cها, کوردستان, τα βιβλία των παιδιών, հայերեն բառեր",
          "中文の日本語テキスト한국어, ภาษาไทยง่ายนิดเดียว, ｆｕｌｌ ﬁne");

  private static Set<BytesRef> terms(Analyzer analyzer, String text) throws Exception {
    Set<BytesRef> terms = new HashSet<>();
    try (TokenStream tokens = analyzer.tokenStream("f", text)) {
      TermToBytesRefAttribute term = tokens.getAttribute(TermToBytesRefAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        terms.add(BytesRef.deepCopyOf(term.getBytesRef()));
      }
    }
    return terms;
  }

  public void testTheAnalyzerThatMadeTheTermsFits() throws Exception {
    Map<String, Analyzer> analyzers = new LinkedHashMap<>();
    Analyzers.names().forEach(name -> analyzers.put(name, Analyzers.named(name)));
    for (String name : analyzers.keySet()) {
      AnalyzerTrial trial = new AnalyzerTrial("f", analyzers);
      List<Set<BytesRef>> documents = new ArrayList<>();
      for (String text : TEXTS) {
        documents.add(terms(analyzers.get(name), text));
        trial.look(List.of(text), documents.getLast()::contains);
      }
      Analyzer best = analyzers.get(trial.best());
      for (int i = 0; i < TEXTS.size(); i++) {
        assertEquals(name + " " + trial.best(), documents.get(i), terms(best, TEXTS.get(i)));
      }
    }
    analyzers.values().forEach(Analyzer::close);
  }

  public void testNoneFitsWhatNoneMade() throws Exception {
    try (Analyzer standard = Analyzers.named("standard")) {
      AnalyzerTrial trial = new AnalyzerTrial("f", Map.of("standard", standard));
      trial.look(List.of(TestUtil.randomSimpleString(random(), 1, 9) + " x"), term -> false);
      assertEquals(AnalyzerTrial.NONE, trial.best());
    }
  }

  /** One that makes a part of the terms does not fit, if another makes more. */
  public void testAnalyzersThatLeaveWordsOutDoNotFit() throws Exception {
    Map<String, Analyzer> analyzers = new LinkedHashMap<>();
    analyzers.put(AnalyzerTrial.GIVEN, Analyzers.named("simple"));
    analyzers.put("standard", Analyzers.named("standard"));
    AnalyzerTrial trial = new AnalyzerTrial("f", analyzers);
    String text = "in 1999 and 2004";
    trial.look(List.of(text), terms(analyzers.get("standard"), text)::contains);
    assertEquals("standard", trial.best());
    analyzers.values().forEach(Analyzer::close);
  }
}

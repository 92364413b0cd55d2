// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.compare.Verdicts;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.LongSorter;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.sort.Workspace;

/**
 * What people said of pairs of documents, as verdicts on their texts: copies of a document share
 * them. Documents are added by one thread, before pairs are asked for by any number of them.
 */
public final class TextVerdicts {
  private static final PairResemblance SAME =
      new PairResemblance(Resemblance.IDENTICAL, PairResemblance.Basis.VERDICT);
  private static final PairResemblance DIFFERENT =
      new PairResemblance(Resemblance.counted(0), PairResemblance.Basis.VERDICT);

  private final Verdicts verdicts = new Verdicts();
  private final Map<String, Integer> documents = new HashMap<>(); // judged ones by id
  private final Map<Long, PairResemblance> byPair = new HashMap<>();
  private int withoutEffect;

  /** Takes verdicts of which the last one on a pair holds. */
  public TextVerdicts(List<PairVerdict> all) {
    all.forEach(verdicts::add);
  }

  /** Notes the number of a document. */
  public void add(String id, int document) {
    if (!verdicts.partners(id).isEmpty()) {
      documents.put(id, document);
    }
  }

  /** Finds the texts, when they have their final numbers. */
  public void finish(Documents numbered) {
    for (PairVerdict verdict : verdicts.all()) {
      Integer a = documents.get(verdict.a());
      Integer b = documents.get(verdict.b());
      if (a != null && b != null) {
        boolean isSame = verdict.kind() == Kind.SAME;
        int textOfA = numbered.text(a);
        int textOfB = numbered.text(b);
        if (textOfA != textOfB) {
          byPair.put(Pairs.of(textOfA, textOfB), isSame ? SAME : DIFFERENT);
        } else if (!isSame) {
          withoutEffect++;
        }
      }
    }
  }

  /** How many say that two documents differ that have one text here. */
  public int withoutEffect() {
    return withoutEffect;
  }

  /** What is said of two texts; null if nothing is. */
  PairResemblance of(int a, int b) {
    return byPair.isEmpty() ? null : byPair.get(Pairs.of(a, b));
  }

  /** Candidates, and pairs of texts that were judged, in ascending order, each once. */
  public LongCursor with(LongCursor candidates, Workspace workspace) throws IOException {
    if (byPair.isEmpty()) {
      return candidates;
    }
    LongSorter all = new LongSorter(workspace, true);
    try (candidates) {
      while (candidates.next()) {
        all.add(candidates.value);
      }
      for (long pair : byPair.keySet()) {
        all.add(pair);
      }
      return all.sorted();
    } catch (Throwable failure) {
      all.close();
      throw failure;
    }
  }
}

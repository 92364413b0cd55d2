// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.internal.compare.Verdicts;
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
  private final Map<String, Integer> numbers = new HashMap<>(); // of judged documents, then texts
  private final Map<Long, PairResemblance> byPair = new HashMap<>();
  private int withoutEffect;

  /** Takes verdicts of which the last one on a pair holds. */
  public TextVerdicts(List<PairVerdict> all) {
    all.forEach(verdicts::add);
  }

  /** Notes the number of a document. */
  public void add(String id, int document) {
    if (!verdicts.partners(id).isEmpty()) {
      numbers.put(id, document);
    }
  }

  /** Finds the texts, when they have their final numbers. */
  public void finish(Documents numbered) {
    numbers.replaceAll((id, document) -> numbered.text(document));
    for (PairVerdict verdict : applied()) {
      boolean isSame = verdict.kind() == Kind.SAME;
      int a = numbers.get(verdict.a());
      int b = numbers.get(verdict.b());
      if (a != b) {
        byPair.put(Pairs.of(a, b), isSame ? SAME : DIFFERENT);
      } else if (!isSame) {
        withoutEffect++;
      }
    }
  }

  /** Those on two documents that there are. */
  private List<PairVerdict> applied() {
    return verdicts.all().stream()
        .filter(each -> numbers.containsKey(each.a()) && numbers.containsKey(each.b()))
        .toList();
  }

  /** Pairs of texts that are called different. */
  public Set<Long> different() {
    Set<Long> different = new HashSet<>(byPair.keySet());
    different.removeIf(pair -> !byPair.get(pair).equals(DIFFERENT));
    return different;
  }

  /**
   * The verdicts that two documents are the same which are in different groups.
   *
   * @param groups gives the group of a text
   */
  public List<PairVerdict> parted(IntUnaryOperator groups) {
    return applied().stream()
        .filter(
            each ->
                each.kind() == Kind.SAME
                    && groups.applyAsInt(numbers.get(each.a()))
                        != groups.applyAsInt(numbers.get(each.b())))
        .toList();
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

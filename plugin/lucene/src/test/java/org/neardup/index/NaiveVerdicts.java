// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;

/**
 * What people said of pairs of documents, in the simplest form: each verdict is about two texts,
 * those that are there when it is given, or that come next. It lapses when one of the two documents
 * comes with another text.
 *
 * @param <T> a text
 */
public final class NaiveVerdicts<T> {
  private final BiPredicate<T, T> isSame;
  private final Map<Set<String>, Kind> kinds = new HashMap<>();
  private final Map<Set<String>, Map<String, T>> texts = new HashMap<>(); // by pair and by id

  /** None, of texts that are compared so. */
  public NaiveVerdicts(BiPredicate<T, T> isSame) {
    this.isSame = isSame;
  }

  /** The same verdicts, to be changed apart. */
  public NaiveVerdicts<T> copy() {
    NaiveVerdicts<T> copy = new NaiveVerdicts<>(isSame);
    copy.kinds.putAll(kinds);
    texts.forEach((pair, ofPair) -> copy.texts.put(pair, new TreeMap<>(ofPair)));
    return copy;
  }

  /** Those that hold, by the ids of both documents. */
  public Map<Set<String>, Kind> kinds() {
    return kinds;
  }

  /**
   * Takes verdicts in.
   *
   * @param textNow that of a document; null if it is not there
   * @return whether any is new
   */
  public boolean judge(List<PairVerdict> added, Function<String, T> textNow) {
    Map<Set<String>, Kind> before = Map.copyOf(kinds);
    for (PairVerdict each : added) {
      Set<String> pair = Set.of(each.a(), each.b());
      if (each.kind() == Kind.WITHDRAWN) {
        remove(pair);
      } else {
        kinds.put(pair, each.kind());
        texts.computeIfAbsent(pair, key -> new TreeMap<>());
        for (String id : pair) {
          T text = textNow.apply(id);
          if (text != null) {
            texts.get(pair).put(id, text);
          }
        }
      }
    }
    return !kinds.equals(before);
  }

  private void remove(Set<String> pair) {
    kinds.remove(pair);
    texts.remove(pair);
  }

  /** Notes that a document comes with a text. */
  public void arrived(String id, T text) {
    for (Set<String> pair : new ArrayList<>(kinds.keySet())) {
      if (pair.contains(id)) {
        T judged = texts.get(pair).putIfAbsent(id, text);
        if (judged != null && !isSame.test(judged, text)) {
          remove(pair);
        }
      }
    }
  }
}

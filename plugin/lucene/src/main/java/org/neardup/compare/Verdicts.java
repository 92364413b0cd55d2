// SPDX-License-Identifier: Apache-2.0
package org.neardup.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Verdict.Basis;

/** The verdicts that hold, one a pair of documents. For one thread at a time. */
public final class Verdicts {
  /** The most characters that they may take, {@value #PAIR_LENGTH} a pair besides its ids. */
  public static final int MAX_LENGTH = 1 << 23;

  private static final int PAIR_LENGTH = 16;

  private final Map<String, Map<String, Kind>> byId = new TreeMap<>(); // each both ways
  private int length;

  /** None. */
  public Verdicts() {}

  /**
   * Takes a verdict in, which replaces another one on that pair.
   *
   * @throws IllegalArgumentException if there are too many; nothing changes then
   */
  public void add(PairVerdict verdict) {
    remove(verdict.a(), verdict.b());
    if (verdict.kind() == Kind.WITHDRAWN) {
      return;
    }
    int added = length(verdict.a(), verdict.b());
    if (length + added > MAX_LENGTH) { // so there was none on the pair
      throw new IllegalArgumentException(
          "verdicts must take at most " + MAX_LENGTH + " characters, got one more: " + verdict);
    }
    length += added;
    byId.computeIfAbsent(verdict.a(), id -> new TreeMap<>()).put(verdict.b(), verdict.kind());
    byId.computeIfAbsent(verdict.b(), id -> new TreeMap<>()).put(verdict.a(), verdict.kind());
  }

  private static int length(String a, String b) {
    return PAIR_LENGTH + a.length() + b.length();
  }

  private void remove(String a, String b) {
    if (partners(a).containsKey(b)) {
      removeFrom(a, b);
      removeFrom(b, a);
      length -= length(a, b);
    }
  }

  private void removeFrom(String id, String partner) {
    Map<String, Kind> partners = byId.get(id);
    partners.remove(partner);
    if (partners.isEmpty()) {
      byId.remove(id);
    }
  }

  /** Removes those on a document, and gives them. */
  public List<PairVerdict> removeAll(String id) {
    List<PairVerdict> removed = new ArrayList<>();
    partners(id).forEach((partner, kind) -> removed.add(new PairVerdict(id, partner, kind)));
    removed.forEach(verdict -> remove(verdict.a(), verdict.b()));
    return removed;
  }

  /** The documents that a verdict pairs with one, by their ids. */
  public Map<String, Kind> partners(String id) {
    return byId.getOrDefault(id, Map.of());
  }

  public boolean isEmpty() {
    return byId.isEmpty();
  }

  /** Whether there is one on a pair, which says so. */
  public boolean has(Kind kind, String a, String b) {
    return !byId.isEmpty() && partners(a).get(b) == kind;
  }

  /**
   * What is decided of two documents of one scope: what a verdict says, or else the rule. A text
   * without tokens is no near-duplicate of any.
   *
   * @param byRule what the rule says
   */
  public Verdict over(Verdict byRule, String a, String b) {
    Kind kind = byId.isEmpty() ? null : partners(a).get(b);
    if (kind == null || byRule.basis() == Basis.EMPTY_TEXT) {
      return byRule;
    }
    return kind == Kind.SAME
        ? new Verdict(true, Basis.VERDICT, Resemblance.IDENTICAL)
        : new Verdict(false, Basis.VERDICT, byRule.resemblance());
  }

  /** Each once, by their ids. */
  public List<PairVerdict> all() {
    List<PairVerdict> all = new ArrayList<>();
    byId.forEach(
        (a, partners) ->
            partners.forEach(
                (b, kind) -> {
                  if (a.compareTo(b) < 0) {
                    all.add(new PairVerdict(a, b, kind));
                  }
                }));
    return all;
  }

  /** As {@link #parse} reads them: each as its kind and, after their lengths, both ids. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (PairVerdict verdict : all()) {
      text.append(verdict.kind()).append(' ').append(verdict.a().length()).append(' ');
      text.append(verdict.b().length()).append(' ').append(verdict.a()).append(verdict.b());
    }
    return text.toString();
  }

  /** Reads what {@link #toString} wrote. */
  public static Verdicts parse(String text) {
    Verdicts verdicts = new Verdicts();
    int at = 0;
    while (at < text.length()) {
      String[] words = text.substring(at, Math.min(text.length(), at + 40)).split(" ", 4);
      int from = at + words[0].length() + words[1].length() + words[2].length() + 3;
      int middle = from + Integer.parseInt(words[1]);
      at = middle + Integer.parseInt(words[2]);
      verdicts.add(
          new PairVerdict(
              text.substring(from, middle), text.substring(middle, at), Kind.valueOf(words[0])));
    }
    return verdicts;
  }
}

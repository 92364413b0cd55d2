// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;

/**
 * The verdicts that hold, one a pair of documents. Each is about two texts: it holds of documents
 * that have these, be they there or come again, and lapses when one of them comes with another
 * text. The text of a document that was not there yet is the next one that comes. For one thread at
 * a time.
 */
public final class Verdicts {
  /** The most characters that they may take, {@value #PAIR_LENGTH} a pair besides its ids. */
  public static final int MAX_LENGTH = 1 << 23;

  private static final int PAIR_LENGTH = 64;

  private static final String TEXT = " (-|[0-9a-f]{1,16})";
  private static final Pattern HEAD =
      Pattern.compile("(SAME|DIFFERENT)" + TEXT + TEXT + " (\\d{1,7}) (\\d{1,7}) ");

  /**
   * What is said of a pair, and the text of one of both: a hash, or null if it is still to come.
   */
  private record Side(Kind kind, Long text) {
    private static final Side NONE = new Side(null, null);

    boolean isOf(long textNow) {
      return text == null || text == textNow;
    }
  }

  /** By the ids of both; each verdict twice, with the text of either. */
  private final Map<String, Map<String, Side>> sides = new TreeMap<>();

  private int length;
  private String asText; // null after a change

  /** None. */
  public Verdicts() {}

  /**
   * Takes a verdict in, which replaces another one on that pair. It is about the texts that the
   * other one was about, until {@link #bind} says otherwise.
   *
   * @throws IllegalArgumentException if there are too many; nothing changes then
   */
  public void add(PairVerdict verdict) {
    String a = verdict.a();
    String b = verdict.b();
    Side ofA = side(a, b);
    Side ofB = side(b, a);
    remove(a, b);
    if (verdict.kind() != Kind.WITHDRAWN) {
      int added = length(a, b);
      if (length + added > MAX_LENGTH) { // so there was none on the pair
        throw new IllegalArgumentException(
            "verdicts must take at most " + MAX_LENGTH + " characters, got one more: " + verdict);
      }
      length += added;
      put(a, b, new Side(verdict.kind(), ofA.text));
      put(b, a, new Side(verdict.kind(), ofB.text));
    }
  }

  private static int length(String a, String b) {
    return PAIR_LENGTH + a.length() + b.length();
  }

  private Side side(String id, String partner) {
    return sides.getOrDefault(id, Map.of()).getOrDefault(partner, Side.NONE);
  }

  private void put(String id, String partner, Side side) {
    Side before = sides.computeIfAbsent(id, key -> new TreeMap<>()).put(partner, side);
    asText = side.equals(before) ? asText : null;
  }

  private void remove(String a, String b) {
    if (said(a, b) != null) {
      removeFrom(a, b);
      removeFrom(b, a);
      length -= length(a, b);
    }
  }

  private void removeFrom(String id, String partner) {
    Map<String, Side> partners = sides.get(id);
    partners.remove(partner);
    asText = null;
    if (partners.isEmpty()) {
      sides.remove(id);
    }
  }

  /**
   * Has the verdict on a pair, if there is one, be about a text.
   *
   * @param text of the first document
   */
  public void bind(String id, String partner, long text) {
    Kind said = said(id, partner);
    if (said != null) {
      put(id, partner, new Side(said, text));
    }
  }

  /** Notes that a document has a text now: verdicts on another one lapse. */
  public void settle(String id, long text) {
    for (String partner : List.copyOf(partners(id))) {
      if (side(id, partner).isOf(text)) {
        bind(id, partner, text);
      } else {
        remove(id, partner);
      }
    }
  }

  /** The documents that verdicts are on, by their ids. */
  public Set<String> ids() {
    return sides.keySet();
  }

  /** The documents that a verdict pairs with one, by their ids, whatever their texts. */
  public Set<String> partners(String id) {
    return sides.getOrDefault(id, Map.of()).keySet();
  }

  public boolean isEmpty() {
    return sides.isEmpty();
  }

  /** What is said of two documents, whatever their texts; null for nothing. */
  public Kind said(String a, String b) {
    return side(a, b).kind;
  }

  /** What is said of two documents that have these texts; null for nothing. */
  public Kind said(String a, long textOfA, String b, long textOfB) {
    Side side = side(a, b);
    return side.isOf(textOfA) && side(b, a).isOf(textOfB) ? side.kind : null;
  }

  /** Each once, by their ids. */
  public List<PairVerdict> all() {
    List<PairVerdict> all = new ArrayList<>();
    sides.forEach(
        (a, partners) ->
            partners.forEach(
                (b, side) -> {
                  if (a.compareTo(b) < 0) {
                    all.add(new PairVerdict(a, b, side.kind));
                  }
                }));
    return all;
  }

  /**
   * As {@link #parse} reads them: each as its kind, both texts and, after their lengths, both ids.
   * Made once for each change: each reader asks.
   */
  @Override
  public String toString() {
    asText = asText == null ? toText() : asText;
    return asText;
  }

  private String toText() {
    StringBuilder text = new StringBuilder();
    for (PairVerdict verdict : all()) {
      String a = verdict.a();
      String b = verdict.b();
      text.append(verdict.kind()).append(' ').append(hex(side(a, b))).append(' ');
      text.append(hex(side(b, a))).append(' ').append(a.length()).append(' ');
      text.append(b.length()).append(' ').append(a).append(b);
    }
    return text.toString();
  }

  private static String hex(Side side) {
    return side.text == null ? "-" : Long.toHexString(side.text);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static Verdicts parse(String text) {
    Verdicts verdicts = new Verdicts();
    Matcher head = HEAD.matcher(text);
    for (int at = 0; at < text.length(); ) {
      if (!head.region(at, text.length()).lookingAt()) {
        throw new IllegalArgumentException("no verdict begins at character " + at);
      }
      int middle = head.end() + Integer.parseInt(head.group(4));
      at = middle + Integer.parseInt(head.group(5));
      if (at > text.length()) {
        throw new IllegalArgumentException("the last verdict is cut off");
      }
      String a = text.substring(head.end(), middle);
      String b = text.substring(middle, at);
      verdicts.add(new PairVerdict(a, b, Kind.valueOf(head.group(1))));
      verdicts.bind(a, b, head.group(2));
      verdicts.bind(b, a, head.group(3));
    }
    return verdicts;
  }

  private void bind(String id, String partner, String text) {
    if (!text.equals("-")) {
      bind(id, partner, Long.parseUnsignedLong(text, 16));
    }
  }
}

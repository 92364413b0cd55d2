// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;

/**
 * What {@link CollapsingIndexWriter} promises, done by looking at all pairs of documents: the
 * semantics in their simplest form, for texts of a {@link TextUniverse}.
 *
 * <ul>
 *   <li>Documents are near-duplicates if they are in one scope and their words are the same, or
 *       neither is short and their exact resemblance reaches the threshold; and if all guards agree
 *       on them. Empty ones never are. Where nothing may be lost, one goes behind the other only if
 *       that has all of its shingles.
 *   <li>What verdicts say of two documents of a scope with words goes before all that: they are the
 *       same, as if their words were, or neither goes behind the other. {@link NaiveVerdicts} says
 *       which hold.
 *   <li>A document without a place goes behind the visible near-duplicate that it resembles most of
 *       those preferred to it. If there is none, it becomes visible, and the visible
 *       near-duplicates, and all that stood behind them, are without a place.
 *   <li>If a visible document goes, those behind it are without a place.
 *   <li>Documents without a place get one in the order of preference, and behind the first document
 *       that came to stand where their representative stood, if they can.
 *   <li>An update keeps its place if neither the words nor what guards look at nor what it is
 *       preferred by changed. Else it is a deletion and an arrival.
 * </ul>
 */
final class NaiveEngine {
  /** What an index shows of a document; its representative is null if it is visible. */
  record Place(String text, String scope, Long rank, String representative) {
    @Override
    public String toString() {
      return TextUniverse.name(text) + " scope " + scope + " behind " + representative;
    }
  }

  static final class Doc implements Cloneable {
    final String id;
    String text;
    String scope;
    Long rank;
    long order;
    long group;
    boolean hidden;

    Doc(String id, String text, String scope, Long rank, long order) {
      this.id = id;
      this.text = text;
      this.scope = scope;
      this.rank = rank;
      this.order = order;
      group = order;
    }

    @Override
    public Doc clone() {
      try {
        return (Doc) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private final TextUniverse universe;
  private CollapseConfig config;
  private final Map<String, Doc> docs = new TreeMap<>();
  private NaiveVerdicts<Doc> verdicts = new NaiveVerdicts<>(this::haveSameWords);
  private long nextNumber;

  NaiveEngine(TextUniverse universe, CollapseConfig config) {
    this.universe = universe;
    this.config = config;
  }

  /** An engine of its own in the same state. */
  NaiveEngine copy() {
    NaiveEngine copy = new NaiveEngine(universe, config);
    docs.forEach((id, doc) -> copy.docs.put(id, doc.clone()));
    copy.verdicts = verdicts.copy();
    copy.nextNumber = nextNumber;
    return copy;
  }

  CollapseConfig config() {
    return config;
  }

  Map<Set<String>, Kind> verdicts() {
    return verdicts.kinds();
  }

  /** Takes verdicts in; decides on all anew if any is new. */
  void judge(List<PairVerdict> added) {
    if (verdicts.judge(added, this::document)) {
      reconcile();
    }
  }

  /** Whether a decision that applies to two documents says so. */
  private boolean isJudged(Kind kind, Doc a, Doc b) {
    return verdicts.kinds().get(Set.of(a.id, b.id)) == kind
        && (!isScoped() || Objects.equals(a.scope, b.scope))
        && TextUniverse.length(a.text) > 0
        && TextUniverse.length(b.text) > 0;
  }

  Map<String, Place> places() {
    Map<String, Place> places = new TreeMap<>();
    for (Doc doc : docs.values()) {
      String representative = doc.hidden ? representative(doc.group).id : null;
      places.put(doc.id, new Place(doc.text, doc.scope, doc.rank, representative));
    }
    return places;
  }

  private Doc representative(long group) {
    List<Doc> visible =
        docs.values().stream().filter(doc -> doc.group == group && !doc.hidden).toList();
    if (visible.size() != 1) {
      throw new AssertionError(visible.size() + " visible documents in a group");
    }
    return visible.getFirst();
  }

  private boolean isScoped() {
    return config.scopeField().isPresent();
  }

  private boolean isNear(Doc a, Doc b) {
    if (isScoped() && !Objects.equals(a.scope, b.scope)) {
      return false;
    }
    if (TextUniverse.length(a.text) == 0 || TextUniverse.length(b.text) == 0) {
      return false;
    }
    if (!universe.areAgreed(config, a.text, a.rank, b.text, b.rank)) {
      return false;
    }
    return hasSameWords(a, b)
        || (!TextUniverse.isShort(a.text)
            && !TextUniverse.isShort(b.text)
            && universe.resemblance(a.text, b.text) >= config.threshold());
  }

  /** Whether the less preferred of two documents may go behind the other. */
  private boolean mayHide(Doc a, Doc b) {
    Doc variant = compare(a, b) > 0 ? b : a;
    Doc representative = variant == a ? b : a;
    if (isJudged(Kind.SAME, a, b) || isJudged(Kind.DIFFERENT, a, b)) {
      return isJudged(Kind.SAME, a, b);
    }
    return isNear(a, b)
        && (!config.guards().contains(Guard.LOSSLESS)
            || universe.contains(representative.text, variant.text));
  }

  private static boolean hasSameWords(Doc a, Doc b) {
    return TextUniverse.words(a.text).equals(TextUniverse.words(b.text));
  }

  private Resemblance resemblance(Doc a, Doc b) {
    return hasSameWords(a, b) || isJudged(Kind.SAME, a, b)
        ? Resemblance.IDENTICAL
        : Resemblance.counted(universe.resemblance(a.text, b.text));
  }

  /** Positive if the first is preferred. */
  private int compare(Doc a, Doc b) {
    int comparison = compareRanks(a, b);
    long byArrival = b.order - a.order;
    boolean latest = config.preference().criteria().getLast().kind() == Preference.Kind.LAST;
    return comparison != 0 ? comparison : Long.signum(latest ? -byArrival : byArrival);
  }

  private int compareRanks(Doc a, Doc b) {
    for (Preference.Criterion criterion : config.preference().criteria()) {
      int comparison =
          switch (criterion.kind()) {
            case LONGEST -> TextUniverse.length(a.text) - TextUniverse.length(b.text);
            case MAX ->
                Comparator.nullsFirst(Comparator.<Long>naturalOrder()).compare(a.rank, b.rank);
            case MIN ->
                Comparator.nullsFirst(Comparator.<Long>reverseOrder()).compare(a.rank, b.rank);
            case FIRST, LAST -> 0;
          };
      if (comparison != 0) {
        return comparison;
      }
    }
    return 0;
  }

  Outcome update(String id, String text, String scope, Long rank) {
    Doc old = docs.get(id);
    Doc doc = new Doc(id, text, scope, rank, nextNumber);
    verdicts.arrived(id, doc.clone());
    if (old != null && keepsPlace(old, doc)) {
      old.text = text;
      old.scope = scope;
      old.rank = rank;
      return old.hidden ? behind(old, representative(old.group), true) : new Outcome.Visible(true);
    }
    nextNumber++;
    if (old != null) {
      deleteAll(List.of(id));
    }
    Promotion settlement = new Promotion();
    Decision decision = settlement.decide(doc);
    docs.put(id, doc);
    settlement.run();
    if (config.variants() == Variants.DROP) {
      docs.values().removeIf(each -> each.hidden);
    }
    return outcome(doc, decision, old != null);
  }

  private boolean keepsPlace(Doc old, Doc doc) {
    return hasSameText(old, doc) && compareRanks(old, doc) == 0;
  }

  private boolean hasSameText(Doc old, Doc doc) {
    return TextUniverse.length(doc.text) > 0
        && haveSameWords(old, doc)
        && universe.areAgreed(config, old.text, old.rank, doc.text, doc.rank);
  }

  /** In one scope, as the words of another are others; but none are none. */
  private boolean haveSameWords(Doc old, Doc doc) {
    return hasSameWords(old, doc)
        && (TextUniverse.length(doc.text) == 0
            || !isScoped()
            || Objects.equals(old.scope, doc.scope));
  }

  private Outcome outcome(Doc doc, Decision decision, boolean replaced) {
    if (decision.behind != null) {
      return behind(doc, decision.behind, replaced);
    }
    if (decision.displaced.isEmpty()) {
      return new Outcome.Visible(replaced);
    }
    return new Outcome.TookOver(
        decision.displaced.stream().map(each -> each.id).toList(),
        resemblance(doc, decision.displaced.getFirst()),
        replaced);
  }

  private Outcome behind(Doc doc, Doc representative, boolean replaced) {
    Resemblance resemblance = resemblance(doc, representative);
    return switch (config.variants()) {
      case HIDE -> new Outcome.Hidden(representative.id, resemblance, replaced);
      case DROP -> new Outcome.Dropped(representative.id, resemblance, replaced);
    };
  }

  /** The document with an id as it is now, to give to {@link #withdraw}; null if there is none. */
  Doc document(String id) {
    Doc doc = docs.get(id);
    return doc == null ? null : doc.clone();
  }

  /** Takes an update back: what it brought goes, and what it replaced arrives at its old rank. */
  void withdraw(String id, Doc old) {
    deleteAll(List.of(id));
    if (old != null) {
      old.group = nextNumber++;
      old.hidden = true;
      docs.put(id, old);
      Promotion settlement = new Promotion();
      settlement.unsettled.add(old);
      settlement.run();
    }
  }

  boolean delete(String id) {
    return deleteAll(List.of(id)) == 1;
  }

  /** Deletes all at once. */
  int deleteAll(Collection<String> ids) {
    Promotion settlement = new Promotion();
    List<Doc> deleted = ids.stream().map(docs::remove).filter(Objects::nonNull).toList();
    for (Doc each : deleted) {
      if (!each.hidden) {
        settlement.unsettled.addAll(members(each.group));
      }
    }
    settlement.run();
    return deleted.size();
  }

  int deleteByWord(String word) {
    return deleteAll(
        docs.values().stream()
            .filter(doc -> TextUniverse.words(doc.text).contains(word))
            .map(doc -> doc.id)
            .toList());
  }

  private List<Doc> members(long group) {
    return docs.values().stream().filter(doc -> doc.group == group).toList();
  }

  /** Decides on all anew, the preferred first; returns how many are visible and hidden then. */
  int[] reconcile() {
    return reconcile(false);
  }

  /**
   * As {@link #reconcile()}.
   *
   * @param stays whether what is hidden stays so as long as what it is behind stays visible
   */
  private int[] reconcile(boolean stays) {
    List<Doc> all = new ArrayList<>(docs.values());
    all.sort((a, b) -> compare(b, a));
    Set<Doc> wereVisible = new HashSet<>(all);
    wereVisible.removeIf(doc -> doc.hidden);
    all.forEach(doc -> doc.hidden = true);
    Set<Long> taken = new HashSet<>();
    Set<Long> kept = new HashSet<>();
    int hidden = 0;
    for (Doc doc : all) {
      if (stays && !wereVisible.contains(doc) && kept.contains(doc.group)) {
        hidden++;
        continue;
      }
      List<Doc> near = visibleNear(doc);
      doc.hidden = !near.isEmpty();
      if (near.isEmpty() && wereVisible.contains(doc)) {
        kept.add(doc.group);
      }
      if (doc.hidden) {
        doc.group = near.getFirst().group;
        hidden++;
      } else if (!taken.add(doc.group)) {
        doc.group = nextNumber++;
        taken.add(doc.group);
      }
    }
    if (config.variants() == Variants.DROP) {
      docs.values().removeIf(doc -> doc.hidden);
    }
    return new int[] {all.size() - hidden, hidden};
  }

  int[] retune(CollapseConfig newConfig) {
    config = newConfig;
    return reconcile();
  }

  /** Takes all documents of another engine over, which has no id of these, after those here. */
  int[] addAll(NaiveEngine other) {
    for (Doc doc : other.docs.values()) {
      Doc copy = doc.clone();
      copy.order += nextNumber;
      copy.group += nextNumber;
      docs.put(copy.id, copy);
    }
    nextNumber += other.nextNumber;
    return reconcile(true);
  }

  /** Visible near-duplicates of a document that is not visible, the most alike first. */
  private List<Doc> visibleNear(Doc doc) {
    List<Doc> near = new ArrayList<>();
    for (Doc other : docs.values()) {
      if (!other.hidden && mayHide(doc, other)) {
        near.add(other);
      }
    }
    near.sort(
        Comparator.<Doc>comparingDouble(other -> resemblance(doc, other).value())
            .thenComparing(this::compare)
            .reversed());
    return near;
  }

  /** What a document goes behind, or else what goes behind it. */
  private record Decision(Doc behind, List<Doc> displaced) {}

  /** Finds places for documents that have none. */
  private final class Promotion {
    final Set<Doc> unsettled = new HashSet<>();
    private final Map<Long, Doc> successors = new HashMap<>(); // by group

    void run() {
      while (!unsettled.isEmpty()) {
        Doc doc = unsettled.stream().max(NaiveEngine.this::compare).orElseThrow();
        unsettled.remove(doc);
        Doc successor = successors.get(doc.group);
        if (successor == null || compare(successor, doc) < 0 || !mayHide(successor, doc)) {
          decide(doc);
        }
      }
    }

    Decision decide(Doc doc) {
      List<Doc> near = visibleNear(doc);
      for (Doc other : near) {
        if (compare(other, doc) > 0) {
          doc.group = other.group;
          doc.hidden = true;
          return new Decision(other, List.of());
        }
      }
      show(doc, near);
      return new Decision(null, near);
    }

    private void show(Doc doc, List<Doc> displaced) {
      long group = successors.containsKey(doc.group) ? nextNumber++ : doc.group;
      if (!displaced.isEmpty()) {
        group = displaced.getFirst().group;
      }
      for (Doc each : displaced) {
        successors.remove(each.group);
        for (Doc member : members(each.group)) {
          member.group = group;
          member.hidden = true;
          unsettled.add(member);
        }
      }
      doc.group = group;
      doc.hidden = false;
      successors.put(group, doc);
    }
  }
}

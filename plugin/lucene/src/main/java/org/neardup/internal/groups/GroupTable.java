// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.TextSketcher;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.DuplicateFinder.Decision;
import org.neardup.internal.groups.DuplicateFinder.Match;
import org.neardup.internal.groups.LiveDocuments.Steps;
import org.neardup.internal.groups.LiveDocuments.Steps.Change;
import org.neardup.internal.groups.LiveDocuments.Steps.Move;
import org.neardup.internal.groups.LiveDocuments.Steps.Succession;
import org.neardup.internal.record.RecordWriter;

/**
 * The authoritative state of all groups: for every live document, written or about to be, its group
 * and whether it is hidden. It keeps these invariants at every return:
 *
 * <ul>
 *   <li>a hidden document is a near-duplicate of the visible one of its group, which is preferred
 *       to it;
 *   <li>no two visible documents are near-duplicates, as far as the bands find them;
 *   <li>each group has one visible document.
 * </ul>
 *
 * <p>Groups are anchored: a document joins the group whose representative it resembles most, never
 * one through a third document. For one thread at a time, as the writer sees to; no method waits
 * for a document to be written.
 */
public final class GroupTable {
  private final GroupSettings settings;
  private final SketchParameters parameters;
  private final Verdicts verdicts;
  private final DocumentComparer comparer;
  private final Comparator<RankedDocument> preference;
  private double maxReadBytes; // final but for tests
  private final RecordWriter records;
  private final BiConsumer<String, Optional<String>> moved;
  private final BiConsumer<String, String> succeeded;
  private final VisibleKeyFilter filter = new VisibleKeyFilter(heapShare());
  private final GroupCache groups;
  private final ContainedGroups containment;
  private final DuplicateFinder finder;
  private LiveDocuments documents; // since the last refresh
  private long nextNumber;
  private long skippedCandidates; // before the last refresh

  /**
   * A table without documents; {@link #refreshed} gives it some.
   *
   * @param moved takes the id of a document that became visible, or is hidden behind a
   *     representative now, and the id of that
   * @param succeeded takes the ids of a former representative, and of the one that the documents
   *     behind it are behind now
   * @param nextNumber larger than all order and group numbers of the index
   * @param verdicts that hold; the table's from here on
   */
  public GroupTable(
      GroupSettings settings,
      TextSketcher sketcher,
      RecordWriter records,
      BiConsumer<String, Optional<String>> moved,
      BiConsumer<String, String> succeeded,
      long nextNumber,
      Verdicts verdicts) {
    this.settings = settings;
    this.verdicts = verdicts;
    Set<String> comparedFields = sketcher.storedFields();
    parameters = sketcher.parameters();
    preference = settings.preference();
    maxReadBytes = maxReadBytes(settings.maxPendingBytes());
    this.records = records;
    this.moved = moved;
    this.succeeded = succeeded;
    this.nextNumber = nextNumber;
    comparer =
        new DocumentComparer(
            new SketchComparer(parameters, settings.rule()),
            sketcher,
            verdicts,
            document -> documents.snapshot().storedFields(document, comparedFields));
    finder = new DuplicateFinder(parameters, comparer, preference);
    containment =
        new ContainedGroups(settings.leastContainment(), parameters, comparer, records, moved);
    groups = new GroupCache(() -> new Group(preference, comparer, parameters.format()));
  }

  private static long heapShare() {
    return Runtime.getRuntime().maxMemory() / 16;
  }

  /**
   * Of the heap, what documents that were read may take before a refresh is due. More than pending
   * ones may, as a group that takes all of it is read again after each refresh.
   */
  public static double maxReadBytes(double maxPendingBytes) {
    double heapShare = heapShare();
    return Double.isInfinite(maxPendingBytes) ? heapShare : Math.max(maxPendingBytes, heapShare);
  }

  public void setMaxReadBytes(double bytes) {
    maxReadBytes = bytes;
  }

  /**
   * Forgets what was pending, as the reader has it now. All documents must have been written.
   *
   * @param isDecided whether all changes since the last reader were decided on here; otherwise
   *     nothing that is known of groups holds
   */
  public void refreshed(DirectoryReader reader, boolean isDecided) throws IOException {
    LiveDocuments before = documents;
    IndexSnapshot older = null;
    int expectedKeys = 0;
    if (documents != null) {
      older = documents.snapshot();
      skippedCandidates += documents.skippedCandidates();
      expectedKeys = documents.pending().visible().differentKeys(); // as many as last time
      documents
          .pending()
          .visible()
          .forEachKeys(filter::add); // though it be full: it is asked before that
    }
    IndexSnapshot snapshot =
        new IndexSnapshot(reader, settings.idField(), parameters, filter, older);
    PendingTable pending = new PendingTable(parameters, expectedKeys);
    documents = new LiveDocuments(snapshot, pending, groups, comparer, records, settings.drops());
    finder.moveTo(documents);
    groups.refreshed(isDecided ? maxReadBytes / 2 / Group.Member.BYTES : 0);
    containment.refreshed(before, documents, isDecided);
  }

  /** Makes sure that it is settled which documents are contained, when nothing is pending. */
  public void settleContained() throws IOException {
    containment.settleAll(documents);
  }

  /** The documents since the last refresh. */
  public LiveDocuments documents() {
    return documents;
  }

  /** Prefers the greater ones. */
  public Comparator<RankedDocument> preference() {
    return preference;
  }

  /** Finds near-duplicates among the documents. */
  public DuplicateFinder finder() {
    return finder;
  }

  public long skippedCandidates() {
    return documents == null
        ? 0
        : skippedCandidates
            + documents.skippedCandidates()
            + finder.skippedCandidates()
            + containment.skippedCandidates();
  }

  /** Whether so much is in memory that a refresh is due. */
  public boolean refreshIsDue() {
    if (documents == null) { // before the first refresh
      return false;
    }
    return documents.pendingCount() >= settings.maxPending()
        || documents.pendingBytes() >= settings.maxPendingBytes()
        || hasReadTooMany();
  }

  private boolean hasReadTooMany() {
    return documents.readBytes() >= maxReadBytes;
  }

  /** How often two documents were compared so far, by sketches or texts. */
  public long comparisons() {
    return comparer.comparisons();
  }

  /** The next order or group number. */
  public long nextNumber() {
    return nextNumber;
  }

  /** Gives a number that no document and no group has. */
  public long giveNumber() {
    return nextNumber++;
  }

  /** Makes all numbers given from now on larger than those of another index. */
  public void reserveNumbers(long othersNextNumber) {
    nextNumber = Math.max(nextNumber, othersNextNumber);
    comparer.forgetTexts(); // the other index may have numbers of documents that are gone from here
  }

  /** The verdicts that hold now. */
  public Verdicts verdicts() {
    return verdicts;
  }

  /** Takes verdicts in, which are about the texts that there are now. */
  public void judge(List<PairVerdict> given) throws IOException {
    for (PairVerdict verdict : given) {
      verdicts.add(verdict);
      bind(verdict.a(), verdict.b());
      bind(verdict.b(), verdict.a());
    }
  }

  private void bind(String id, String partner) throws IOException {
    LiveDocument found = documents.find(id);
    if (found != null) {
      verdicts.bind(id, partner, comparer.sketches().text(found.value));
    }
  }

  /** Has verdicts lapse that are about other texts than there are now. */
  public void settleVerdicts() throws IOException {
    for (String id : List.copyOf(verdicts.ids())) {
      LiveDocument found = documents.find(id);
      if (found != null) {
        settleVerdicts(found);
      }
    }
  }

  private void settleVerdicts(LiveDocument document) {
    verdicts.settle(document.id, comparer.sketches().text(document.value));
  }

  /**
   * Decides on a document and reserves its place; the document is still to be written.
   *
   * @param isNew whether no document may have its id
   * @return null if one has; nothing is decided then
   */
  public Placement place(String id, SketchedText text, byte[] rank, boolean isNew)
      throws IOException {
    documents.snapshot().forgetUnchanged();
    LiveDocument replaced = documents.find(id);
    if (replaced != null && isNew) {
      return null;
    }
    if (replaced != null) {
      LiveDocument newer = LiveDocument.arriving(id, text, rank, replaced.order);
      if (replaced.hasSameText(newer) && preference.compare(replaced, newer) == 0) {
        return replaceInPlace(replaced, newer);
      }
    }
    LiveDocument document = LiveDocument.arriving(id, text, rank, giveNumber());
    if (replaced != null) {
      remove(replaced);
    }
    documents.snapshot().fillFilter();
    Decision decision = finder.decide(document);
    LiveDocument behind = decision.representative();
    if (behind != null && behind.hasSameText(document)) {
      document.shareText(behind);
    }
    Promotion promotion = promotion();
    carryOut(promotion.arrive(document, decision));
    run(promotion);
    return new Placement(
        document,
        replaced,
        decision.behind(),
        decision.displaced(),
        !document.isFiled,
        comparer.isJudged(document));
  }

  /** A new version of a document with the same text takes its place in its group. */
  private Placement replaceInPlace(LiveDocument old, LiveDocument document) throws IOException {
    documents.replace(old, document);
    Match behind = document.isHidden() ? behindItsRepresentative(document) : null;
    return new Placement(document, old, behind, List.of(), false, comparer.isJudged(document));
  }

  private Match behindItsRepresentative(LiveDocument document) throws IOException {
    LiveDocument representative = documents.representative(document.group());
    // That it is near was decided before, perhaps by texts that are not available any more.
    return new Match(representative, comparer.decision(document, representative).resemblance());
  }

  /** Carries out what waited for a placed document to be written, unless that is all done. */
  public void written(Placement placement) throws IOException {
    settleVerdicts(placement.document());
    if (!placement.dropped()) {
      documents.written(placement.document());
    }
  }

  /** Takes a placed document back that could not be written, and reinstates what it replaced. */
  public void withdraw(Placement placement) throws IOException {
    remove(placement.document());
    LiveDocument old = placement.replaced();
    if (old != null) {
      documents.restore(old, giveNumber());
      Promotion promotion = promotion();
      promotion.add(old);
      run(promotion);
    }
  }

  /** Deletes the document with an id; returns whether there was one. */
  public boolean delete(String id) throws IOException {
    LiveDocument found = documents.find(id);
    if (found == null) {
      return false;
    }
    records.delete(found.id);
    remove(found);
    return true;
  }

  /** Removes a document; if it was visible, the others of its group find new places. */
  private void remove(LiveDocument document) throws IOException {
    documents.remove(document);
    if (!document.isHidden()) {
      Promotion promotion = promotion();
      promotion.addGroup(document.group(), document.id);
      run(promotion);
    }
  }

  /**
   * Deletes documents of the snapshot, while nothing is pending. Those that they leave are to be
   * {@linkplain #rehome rehomed} after a refresh, when all are gone, so that none of these has a
   * place in the meantime.
   *
   * @param docs their numbers
   * @return groups whose visible document was among them and which have others, with its id
   */
  public Map<Long, String> deleteAll(FixedBitSet docs) throws IOException {
    IndexSnapshot snapshot = documents.snapshot();
    Map<Long, String> unrepresented = new HashMap<>();
    documents.removeAll(
        docs,
        gone -> {
          records.delete(gone.id);
          if (!gone.isHidden()) {
            containment.noteGone(gone.group());
            if (snapshot.hasMembers(gone.group())) {
              unrepresented.put(gone.group(), gone.id);
            }
          }
        });
    return unrepresented;
  }

  /**
   * Finds places for the documents of groups whose visible ones are gone: of as many groups as
   * memory allows, and of one at least.
   *
   * @param unrepresented as {@link #deleteAll} gives them; those left are for after a refresh
   */
  public void rehome(Iterator<Map.Entry<Long, String>> unrepresented) throws IOException {
    Promotion promotion = promotion();
    do {
      Map.Entry<Long, String> group = unrepresented.next();
      promotion.addGroup(group.getKey(), group.getValue());
    } while (unrepresented.hasNext() && !hasReadTooMany());
    run(promotion);
  }

  /**
   * Decides from scratch on documents of the snapshot, while nothing is pending. All are hidden
   * before the first step; a refresh is due after the last.
   *
   * @param drops whether documents are dropped instead of hidden
   */
  public void decideAgain(Steps steps, boolean drops) throws IOException {
    documents.hideAll(drops);
    run(steps);
  }

  private Promotion promotion() {
    return new Promotion(documents, finder, preference, this::giveNumber);
  }

  private void run(Steps steps) throws IOException {
    for (List<Change> step = steps.next(); !step.isEmpty(); step = steps.next()) {
      carryOut(step);
    }
  }

  private void carryOut(List<Change> step) throws IOException {
    for (Change change : step) {
      switch (change) {
        case Succession(String former, LiveDocument representative) ->
            succeeded.accept(former, representative.id);
        case Move(LiveDocument document, long group, LiveDocument behind, boolean isReported) -> {
          documents.move(document, group, behind);
          if (isReported) {
            moved.accept(document.id, Optional.ofNullable(behind).map(other -> other.id));
          }
        }
      }
    }
  }
}

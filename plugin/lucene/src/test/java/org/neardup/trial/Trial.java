// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.NamedThreadFactory;
import org.neardup.compare.PairVerdict;
import org.neardup.compare.PairVerdict.Kind;
import org.neardup.compare.Resemblance;
import org.neardup.index.CheckReport;
import org.neardup.index.CheckReport.Violation;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.IndexCheck;
import org.neardup.index.IndexInfo;
import org.neardup.index.NaiveVerdicts;
import org.neardup.index.Outcome;
import org.neardup.index.ReconcileReport;
import org.neardup.index.RepairReport;
import org.neardup.index.Retention;
import org.neardup.index.Variants;
import org.neardup.trial.Invariants.Recall;
import org.neardup.trial.Snapshot.Shown;

/**
 * One application with one index, from its beginning to its end: random operations, and after each
 * look at the index what must be true of it by the definitions. Uses the public API alone, and
 * nothing of the plugin to know what is right.
 */
final class Trial {
  private static final int MAX_OPERATIONS = 120;

  /** Documents from which on so many candidates may be unlike that a search gives up. */
  private static final int FEWEST_SKIPPED = 32;

  private final Random random;
  private final Misses misses;
  private final List<String> log = new ArrayList<>();
  private final int ids;
  private final TrialDocuments documents;
  private final Directory directory;
  private TrialConfig config;
  private NearDuplicates near;
  private CollapsingIndexWriter writer;

  private Map<String, Held> held = new TreeMap<>(); // by id
  private Map<String, String> commitData = Map.of();
  private Map<String, Held> committed = Map.of();
  private NaiveVerdicts<TrialDocument> verdicts = new NaiveVerdicts<>(this::haveSameText);
  private NaiveVerdicts<TrialDocument> committedVerdicts = verdicts.copy();
  private Map<String, String> committedData = Map.of();
  private long arrivals;
  private boolean skipsCandidates;

  Trial(Random random, Misses misses) throws IOException {
    this.random = random;
    this.misses = misses;
    config = TrialConfig.draw(random);
    log.add(config.toString());
    ids = 5 + random.nextInt(80);
    documents = new TrialDocuments(config, random);
    directory = newDirectory();
  }

  /** Lucene's own directory for tests, which looks closely, takes ten times as long. */
  private Directory newDirectory() {
    return random.nextInt(8) == 0
        ? LuceneTestCase.newDirectory(random)
        : new ByteBuffersDirectory();
  }

  /** What was done, for whoever looks for the cause of a failure. */
  String log() {
    return String.join("\n", log);
  }

  void run() throws Exception {
    try (directory) {
      open();
      try {
        for (int i = 10 + random.nextInt(MAX_OPERATIONS); i > 0; i--) {
          operate();
        }
        check();
      } finally {
        writer.rollback();
      }
    }
  }

  private void open() throws IOException {
    writer = CollapsingIndexWriter.open(directory, config.collapse(), config.writerConfig(random));
    if (!DirectoryReader.indexExists(directory)) {
      writer.commit(); // which says what bands there are
    }
    near = nearDuplicates();
  }

  private NearDuplicates nearDuplicates() throws IOException {
    String bands = IndexInfo.read(directory).settings().get("bands");
    return new NearDuplicates(config.collapse(), config.isAllStored(), verdicts.kinds(), bands);
  }

  private Invariants invariants() {
    return new Invariants(near, config.collapse().preference(), misses);
  }

  private boolean drops() {
    return config.collapse().variants() == Variants.DROP;
  }

  private void operate() throws Exception {
    switch (random.nextInt(120)) {
      case 0, 1, 2 -> check();
      case 3, 4, 5 -> {
        log.add("refresh");
        writer.flush();
      }
      case 6, 7 -> commit();
      case 8 -> {
        log.add("force merge");
        writer.forceMerge(1 + random.nextInt(3));
      }
      case 9, 10 -> rollback();
      case 11 -> reopen();
      case 12 -> reconcile();
      case 13 -> retune();
      case 14 -> repair();
      case 15 -> updateConcurrently();
      case 16, 17 -> deleteByQuery();
      case 18 -> setCommitData();
      case 19, 20 -> addIndexes();
      default -> {
        if (random.nextInt(5) == 0) {
          delete();
        } else {
          update();
        }
      }
    }
  }

  private String drawId() {
    return "id" + random.nextInt(ids);
  }

  private void update() throws IOException {
    update(writer, held, drawId());
  }

  private void update(CollapsingIndexWriter to, Map<String, Held> there, String id)
      throws IOException {
    TrialDocument document = documents.draw(id);
    log.add("update " + document);
    Held now = new Held(document, arrival(there, document, arrivals++));
    if (to.equals(writer)) {
      verdicts.arrived(id, document);
    }
    if (config.collapse().variants() == Variants.HIDE && random.nextBoolean()) {
      hold(to, document); // asking for the outcome would write it
      there.put(id, now);
      return;
    }
    Outcome outcome = to.updateDocument(documents.toLucene(document));
    log.add("  " + outcome);
    Held old = there.put(id, now);
    assertEquals(old != null, outcome.replaced());
    assertSaid(there, now, outcome);
    if (outcome instanceof Outcome.Dropped) {
      there.remove(id);
    } else if (drops() && outcome instanceof Outcome.TookOver tookOver) {
      tookOver.displaced().forEach(there::remove);
    }
  }

  /** Whether two texts are the same for verdicts, whatever guards say. */
  private boolean haveSameText(TrialDocument a, TrialDocument b) {
    return (a.length() == 0 || b.length() == 0)
        ? a.length() == b.length()
        : near.isScopeShared(a, b) && a.reading().isSame(b.reading());
  }

  private void hold(CollapsingIndexWriter to, TrialDocument document) throws IOException {
    to.decide(to.prepare(documents.toLucene(document)))
        .writeLater(
            e -> {
              throw new AssertionError(e);
            });
  }

  /** A document that replaces one with the same text and rank keeps its place. */
  private long arrival(Map<String, Held> there, TrialDocument document, long latest) {
    Held old = there.get(document.id());
    boolean stays =
        old != null
            && near.isSame(old.document(), document)
            && Policy.compareWithoutArrival(
                    config.collapse().preference(), old.document(), document)
                == 0;
    return stays ? old.arrival() : latest;
  }

  private void assertSaid(Map<String, Held> there, Held now, Outcome outcome) {
    Variants variants = config.collapse().variants();
    switch (outcome) {
      case Outcome.Visible visible -> {}
      case Outcome.Hidden hidden -> {
        assertEquals(Variants.HIDE, variants);
        assertBehind(there, now, hidden.representative(), hidden.resemblance());
      }
      case Outcome.Dropped dropped -> {
        assertEquals(Variants.DROP, variants);
        assertBehind(there, now, dropped.representative(), dropped.resemblance());
      }
      case Outcome.TookOver tookOver -> {
        for (String id : tookOver.displaced()) {
          invariants().assertBehind(there, there.get(id).document(), now.document());
        }
        TrialDocument first = there.get(tookOver.displaced().getFirst()).document();
        Explanations.assertSaid(near, now.document(), first, tookOver.resemblance());
      }
    }
  }

  private void assertBehind(Map<String, Held> there, Held now, String id, Resemblance said) {
    assertTrue(id, there.containsKey(id));
    TrialDocument representative = there.get(id).document();
    invariants().assertBehind(there, now.document(), representative);
    Explanations.assertSaid(near, now.document(), representative, said);
  }

  private void delete() throws IOException {
    String id = drawId();
    log.add("delete " + id);
    boolean isHeld = held.remove(id) != null;
    assertEquals(isHeld ? 1 : 0, writer.deleteDocuments(id));
  }

  private void deleteByQuery() throws IOException {
    if (held.isEmpty()) {
      return;
    }
    TrialQuery query = TrialQuery.draw(random, config, documents);
    List<String> matching =
        held.values().stream()
            .map(Held::document)
            .filter(query::matches)
            .map(TrialDocument::id)
            .toList();
    if (matching.size() > held.size() / 2 && random.nextInt(10) > 0) {
      return; // or most indexes would be small
    }
    log.add("delete by " + query);
    assertEquals(matching.size(), writer.deleteDocuments(query.toLucene()));
    held.keySet().removeAll(matching);
  }

  private void setCommitData() throws IOException {
    commitData = Map.of("at", Long.toString(arrivals));
    log.add("set commit data " + commitData);
    writer.setCommitData(commitData);
  }

  /** Looks at the index as it is now. */
  private void check() throws IOException {
    log.add("check");
    skipsCandidates |= writer.statistics().skippedCandidates() > 0;
    try (DirectoryReader reader = writer.openReader()) {
      check(reader, held, recall());
    }
  }

  private void check(DirectoryReader reader, Map<String, Held> expected, Recall recall)
      throws IOException {
    Snapshot snapshot = new Snapshot(reader, documents, config.collapse().variants());
    invariants().check(snapshot, expected, recall);
    if (!expected.isEmpty()) {
      Searches searches = new Searches(snapshot);
      Explanations explanations = new Explanations(config, near, snapshot);
      List<Shown> all = List.copyOf(snapshot.all());
      for (int i = 0; i < 5; i++) {
        searches.check(TrialQuery.draw(random, config, documents), 1 + random.nextInt(20));
        explanations.check(
            RandomPicks.randomFrom(random, all), RandomPicks.randomFrom(random, all));
      }
    }
  }

  private void commit() throws IOException {
    log.add("commit");
    purge(writer, held);
    writer.commit();
    committed();
    checkCommit();
  }

  /** Each commit deletes hidden documents that are too old. */
  private void purge(CollapsingIndexWriter from, Map<String, Held> there) throws IOException {
    if (config.collapse().retention().isEmpty()) {
      return;
    }
    try (DirectoryReader reader = from.openReader()) {
      for (Shown shown : new Snapshot(reader, documents, config.collapse().variants()).all()) {
        boolean isHidden = shown.isVariant() && config.collapse().variants() == Variants.HIDE;
        if (isHidden && isExpired(shown.document())) {
          there.remove(shown.document().id());
        }
      }
    }
  }

  private boolean isExpired(TrialDocument document) {
    Optional<Retention> retention = config.collapse().retention();
    return retention.isPresent()
        && document.date() != null
        && document.date() < TrialConfig.NOW.minus(retention.get().maxAge()).toEpochMilli();
  }

  private void committed() {
    skipsCandidates |= writer.statistics().skippedCandidates() > 0;
    committed = new TreeMap<>(held);
    committedData = commitData;
    committedVerdicts = verdicts.copy();
  }

  private Recall recall() {
    return skipsCandidates ? Recall.UNKNOWN : Recall.BANDS;
  }

  private void checkCommit() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      check(reader, committed, recall());
      Map<String, String> data = new HashMap<>(reader.getIndexCommit().getUserData());
      data.keySet().removeIf(key -> key.startsWith("neardup."));
      assertEquals(committedData, data);
      Map<Set<String>, Kind> kept = new HashMap<>();
      IndexInfo.read(directory)
          .verdicts()
          .forEach(each -> kept.put(Set.of(each.a(), each.b()), each.kind()));
      assertEquals(committedVerdicts.kinds(), kept);
    }
    CheckReport report =
        IndexCheck.check(
            directory, config.collapse(), config.analyzer(), random.nextInt(IndexCheck.ALL_TEXTS));
    assertSound(report);
    assertEquals(committed.size(), report.documents());
    assertEquals(report.documents(), report.visible() + report.hidden());
  }

  private void assertSound(CheckReport report) {
    Map<Violation.Kind, Long> violations = new HashMap<>(report.counts());
    if (skipsCandidates) {
      violations.remove(Violation.Kind.VISIBLE_TWICE);
    }
    assertEquals(report.toString(), Map.of(), violations);
  }

  private void rollback() throws IOException {
    log.add("rollback");
    skipsCandidates |= writer.statistics().skippedCandidates() > 0;
    writer.rollback();
    held = new TreeMap<>(committed);
    verdicts = committedVerdicts.copy();
    commitData = committedData;
    open();
    check();
  }

  private void close() throws IOException {
    purge(writer, held);
    committed();
    writer.close();
  }

  private void reopen() throws IOException {
    log.add("reopen");
    close();
    checkCommit();
    CollapseConfig collapse = config.collapse();
    config = config.with(collapse.withMaxPending(TrialConfig.drawMaxPending(random)));
    open();
    check();
  }

  private void reconcile() throws IOException {
    log.add("reconcile");
    decidedAnew(writer.reconcile());
    check();
  }

  /** Takes over what was dropped, or hidden and then purged, which nobody tells of one by one. */
  private void decidedAnew(ReconcileReport reconciled) throws IOException {
    log.add("  " + reconciled);
    assertEquals(held.size(), reconciled.visible() + reconciled.hidden());
    try (DirectoryReader reader = writer.openReader()) {
      Snapshot snapshot = new Snapshot(reader, documents, config.collapse().variants());
      assertEquals(reconciled.visible(), snapshot.visible().size());
      forgetGone(snapshot);
    }
  }

  private void forgetGone(Snapshot snapshot) {
    List<Shown> visible = snapshot.visible();
    for (Held each : List.copyOf(held.values())) {
      TrialDocument document = each.document();
      if (snapshot.get(document.id()) == null) {
        assertTrue("lost " + each, drops() || isExpired(document));
        assertTrue(
            "nothing stands for " + each,
            visible.stream().anyMatch(other -> mayStandFor(other.document(), each)));
        held.remove(document.id());
      }
    }
  }

  private boolean mayStandFor(TrialDocument representative, Held variant) {
    Held other = held.get(representative.id());
    return near.maybe(variant.document(), representative)
        && Policy.compare(config.collapse().preference(), other, variant) >= 0;
  }

  /** What is added comes after what is there, which moves only for what is preferred to it. */
  private void addIndexes() throws IOException {
    if (!verdicts.kinds().isEmpty()) {
      return; // refused
    }
    log.add("add indexes");
    Snapshot before = snapshot();
    Map<String, Held> added = new TreeMap<>();
    List<Directory> others = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      others.add(new ByteBuffersDirectory());
      added.putAll(fill(others.getLast()));
    }
    ReconcileReport reconciled = writer.addIndexes(others.toArray(new Directory[0]));
    held.putAll(added);
    decidedAnew(reconciled);
    Additions.assertOthersStayed(before, snapshot());
    check();
  }

  private Map<String, Held> fill(Directory other) throws IOException {
    Map<String, Held> there = new TreeMap<>();
    try (CollapsingIndexWriter filler =
        CollapsingIndexWriter.open(other, config.collapse(), config.writerConfig(random))) {
      String prefix = random.nextInt(3) == 0 ? "id" : "added" + arrivals + "_";
      for (int i = random.nextInt(40); i > 0; i--) {
        update(filler, there, prefix + random.nextInt(ids));
      }
      purge(filler, there);
    }
    return there;
  }

  private Snapshot snapshot() throws IOException {
    try (DirectoryReader reader = writer.openReader()) {
      return new Snapshot(reader, documents, config.collapse().variants());
    }
  }

  private void retune() throws IOException {
    CollapseConfig collapse = config.collapse().withThreshold(TrialConfig.drawThreshold(random));
    if (config.isAllStored() && random.nextBoolean()) {
      collapse = collapse.withGuards(TrialConfig.drawGuards(random));
    }
    if (random.nextBoolean()) {
      collapse = collapse.withPreference(TrialConfig.drawPreference(random));
    }
    if (random.nextBoolean()) {
      collapse = collapse.withVariants(random.nextBoolean() ? Variants.HIDE : Variants.DROP);
    }
    List<PairVerdict> added = random.nextBoolean() ? drawVerdicts() : List.of();
    log.add("retune " + collapse + " with " + added);
    close();
    config = config.with(collapse);
    verdicts.judge(added, id -> held.containsKey(id) ? held.get(id).document() : null);
    ReconcileReport reconciled =
        IndexCheck.retune(directory, collapse.withVerdicts(added), config.writerConfig(random));
    open();
    decidedAnew(reconciled);
    skipsCandidates = held.size() > FEWEST_SKIPPED; // the writer that knows is closed
    committed();
    check();
    checkCommit();
  }

  private List<PairVerdict> drawVerdicts() {
    List<PairVerdict> drawn = new ArrayList<>();
    for (int i = random.nextInt(ids); i > 0; i--) {
      String a = drawId();
      String b = drawId();
      if (!a.equals(b)) {
        drawn.add(new PairVerdict(a, b, RandomPicks.randomFrom(random, Kind.values())));
      }
    }
    return drawn;
  }

  private void repair() throws IOException {
    log.add("repair");
    close();
    RepairReport report =
        IndexCheck.repair(directory, config.collapse(), config.writerConfig(random));
    assertSound(report.found());
    assertEquals(0, report.deleted());
    assertEquals(0, report.sketched());
    assertEquals(List.of(), report.notRepaired());
    open();
    decidedAnew(report.reconciled());
    skipsCandidates = report.skippedPairs() > 0;
    committed();
    try (DirectoryReader reader = writer.openReader()) {
      check(reader, held, skipsCandidates ? Recall.UNKNOWN : Recall.ALL);
    }
    checkCommit();
  }

  /** Several threads, each with ids of its own; nobody knows which document came before another. */
  private void updateConcurrently() throws Exception {
    if (drops()) {
      return; // what a thread had dropped another may not have seen yet
    }
    int threads = 2 + random.nextInt(2);
    log.add("update by " + threads + " threads");
    long arrival = arrivals++;
    List<List<TrialDocument>> shares = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      shares.add(new ArrayList<>());
    }
    for (int i = random.nextInt(30); i >= 0; i--) {
      int id = random.nextInt(ids);
      TrialDocument document = documents.draw("id" + id);
      log.add("  " + document);
      shares.get(id % threads).add(document);
      verdicts.arrived(document.id(), document);
      held.put(document.id(), new Held(document, arrival(held, document, arrival)));
    }
    ExecutorService executor =
        Executors.newFixedThreadPool(threads, new NamedThreadFactory("update"));
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (List<TrialDocument> share : shares) {
        workers.add(
            executor.submit(
                () -> {
                  for (TrialDocument document : share) {
                    hold(writer, document);
                  }
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } finally {
      TestUtil.shutdownExecutorService(executor);
    }
    check();
  }
}

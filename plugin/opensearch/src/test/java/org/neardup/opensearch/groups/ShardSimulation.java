// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SoftDeletesRetentionMergePolicy;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.opensearch.common.lucene.Lucene;

/**
 * A primary and two copies of a shard, in one thread: what happens to them, and in which order,
 * follows from a seed. Searches compare what they see with groups by definition.
 */
final class ShardSimulation {
  private static final int COPIES = 3;

  final Random random;
  final SimulatedFault fault;
  final SimulatedTexts texts;
  final MergePolicy mergePolicy;
  final int changesInSearch;

  /** All that were ever made, by number. */
  final List<SimulatedWrite> writes = new ArrayList<>();

  /** What happened. */
  final List<String> history = new ArrayList<>();

  private final boolean copiesSegments;
  private final int ids;
  private final List<SimulatedCopy> copies = new ArrayList<>();
  private SimulatedCopy primary;

  ShardSimulation(long seed, SimulatedFault fault) throws IOException {
    random = new Random(seed);
    this.fault = fault;
    texts = new SimulatedTexts(random);
    changesInSearch = List.of(0, 2, 1000).get(random.nextInt(3));
    mergePolicy = mergePolicy();
    copiesSegments = random.nextInt(3) == 0;
    ids = 12 + random.nextInt(24);
    primary = SimulatedCopy.empty(this);
    copies.add(primary);
    while (copies.size() < COPIES) {
      copies.add(copiesSegments ? recover() : SimulatedCopy.empty(this));
    }
  }

  private MergePolicy mergePolicy() {
    LogDocMergePolicy merges = new LogDocMergePolicy();
    merges.setMergeFactor(5);
    return switch (random.nextInt(3)) {
      case 0 -> NoMergePolicy.INSTANCE;
      case 1 -> merges;
      default ->
          new SoftDeletesRetentionMergePolicy(
              Lucene.SOFT_DELETES_FIELD, () -> MatchAllDocsQuery.INSTANCE, merges);
    };
  }

  boolean leads(SimulatedCopy copy) {
    return copy == primary;
  }

  /** Lets so many things happen, then nothing new. */
  void run(int steps) throws IOException {
    for (int i = 0; i < ids; i++) {
      write(i, false);
    }
    for (SimulatedCopy copy : copies) {
      deliver(copy, ids);
      refresh(copy);
      copy.commit();
    }
    for (int i = 0; i < steps; i++) {
      step();
    }
    settle();
  }

  private void step() throws IOException {
    int number = random.nextInt(COPIES);
    SimulatedCopy copy = copies.get(number);
    int dice = random.nextInt(100);
    if (dice < 18) {
      write(random.nextInt(ids), random.nextInt(4) == 0);
    } else if (dice < 24) {
      deleteSeveral();
    } else if (dice < 38) {
      note("delivery", number);
      deliver(copy, 1 + random.nextInt(4));
    } else if (dice < 60) {
      note("refresh and search", number);
      refreshAndSearch(number);
    } else if (dice < 66) {
      note("search", number);
      copy.searches().search();
    } else if (dice < 71) {
      note("background", number);
      copy.searches().runBackground();
    } else if (dice < 74) {
      note("long search", number);
      copy.searches().holdOrRelease();
    } else if (dice < 76) {
      note("merge", number);
      copy.merge();
    } else if (dice < 81) {
      note("commit", number);
      copy.commit();
    } else if (dice < 83) {
      note("second delivery", number);
      copy.inFlight.addAll(copy.log.stream().skip(copy.log.size() / 2).limit(3).toList());
    } else if (dice < 85) {
      note("restart", number);
      restart(copy);
    } else if (dice < 87) {
      note("relocation", number);
      relocate(number);
    } else if (copy != primary) {
      failOver(number);
    }
  }

  private void note(String what, int copy) {
    history.add(what + " " + copy + (copies.get(copy) == primary ? " (primary)" : ""));
  }

  private void write(int id, boolean isDelete) throws IOException {
    long seqNo = 1 + primary.log.stream().mapToLong(SimulatedWrite::seqNo).max().orElse(-1);
    SimulatedWrite write =
        new SimulatedWrite(
            writes.size(),
            Integer.toString(id),
            seqNo,
            random.nextInt(4),
            isDelete ? null : texts.next());
    history.add((isDelete ? "delete " : "index ") + write);
    writes.add(write);
    primary.apply(write);
    copies.stream().filter(copy -> copy != primary).forEach(copy -> copy.inFlight.add(write));
  }

  /** Documents that came first, which others are hidden behind. */
  private void deleteSeveral() throws IOException {
    Map<String, SimulatedWrite> live = live();
    List<Integer> oldest =
        live.values().stream()
            .sorted(texts.byOrder())
            .limit(2 + random.nextInt(4))
            .map(write -> Integer.valueOf(write.id()))
            .toList();
    for (int id : oldest) {
      write(id, true);
    }
  }

  /** In any order. */
  private void deliver(SimulatedCopy copy, int most) throws IOException {
    for (int i = 0; i < most && !copy.inFlight.isEmpty(); i++) {
      copy.apply(copy.inFlight.remove(random.nextInt(copy.inFlight.size())));
    }
  }

  private void refresh(SimulatedCopy copy) throws IOException {
    if (copy.hasWriter()) {
      copy.refresh();
    } else if (!copy.take(primary)) {
      copies.set(copies.indexOf(copy), recover());
    }
  }

  private void restart(SimulatedCopy copy) throws IOException {
    copy.restart();
    if (!copy.hasWriter()) {
      refresh(copy);
    }
  }

  private SimulatedCopy recover() throws IOException {
    return copiesSegments
        ? SimulatedCopy.ofSegments(this, primary)
        : SimulatedCopy.ofCommit(this, primary);
  }

  private void relocate(int number) throws IOException {
    if (copies.get(number) == primary) {
      primary = SimulatedCopy.ofCommit(this, primary);
      copies.set(number, primary);
    } else {
      copies.set(number, recover());
    }
  }

  /** The primary is gone, with its last writes, which other copies may have got. */
  private void failOver(int to) throws IOException {
    int lost = copies.indexOf(primary);
    int other = COPIES - lost - to;
    write(random.nextInt(ids), random.nextBoolean());
    catchUp(other);
    note("failover", to);
    primary = copies.get(to);
    primary.inFlight.clear();
    primary.lead();
    copies.set(lost, recover());
    resync(copies.get(other));
    write(random.nextInt(ids), random.nextBoolean());
    catchUp(other);
  }

  private void catchUp(int number) throws IOException {
    note("delivery, refresh and search", number);
    deliver(copies.get(number), random.nextInt(3) * ids);
    refreshAndSearch(number);
  }

  private void refreshAndSearch(int number) throws IOException {
    refresh(copies.get(number));
    copies.get(number).searches().search();
  }

  private void resync(SimulatedCopy copy) throws IOException {
    if (!copy.rollBack(primary.log)) {
      copies.set(copies.indexOf(copy), recover());
      return;
    }
    copy.inFlight.clear();
    copy.inFlight.addAll(primary.log);
    copy.inFlight.removeAll(copy.log);
    Collections.shuffle(copy.inFlight, random);
    if (!copy.hasWriter()) {
      refresh(copy);
    }
  }

  /** The documents that all copies must have in the end, by id. */
  private Map<String, SimulatedWrite> live() {
    Map<String, SimulatedWrite> last = new HashMap<>();
    for (SimulatedWrite write : primary.log) {
      last.merge(write.id(), write, (a, b) -> a.seqNo() > b.seqNo() ? a : b);
    }
    last.values().removeIf(write -> write.sketch() == null);
    return last;
  }

  /** Everything arrives; then all copies show the same groups. */
  private void settle() throws IOException {
    history.add("settle");
    refresh(primary);
    for (int i = 0; i < COPIES; i++) {
      deliver(copies.get(i), Integer.MAX_VALUE);
      refresh(copies.get(i));
    }
    Map<SimulatedWrite, SimulatedWrite> expected = texts.groups(live().values());
    for (SimulatedCopy copy : copies) {
      assertEquals("copy " + copies.indexOf(copy), expected, copy.searches().settle());
    }
  }
}

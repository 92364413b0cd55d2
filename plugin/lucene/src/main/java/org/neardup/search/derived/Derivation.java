// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.internal.group.MostResembling;
import org.neardup.search.derived.NeighbourReader.NearDocs;

/**
 * Decides, in order, which documents are hidden. Whether one is depends on earlier ones alone; so
 * if it changes, later ones that resemble it are looked at again, and no document more than once.
 * For one thread and one derivation.
 */
final class Derivation {
  /** Documents to read ahead for at a time. */
  private static final int BLOCK = 1 << 11;

  private final SegmentBuilders segments;
  private final GroupDirectory.Builder directory;
  private final NeighbourReader neighbours;
  private final DirtyDocs dirty;
  private final boolean isFromScratch; // all documents are dirty from the beginning
  private final int window;
  private final Map<Long, HotKey> hotKeys = new HashMap<>();
  private int[] earlier = new int[64]; // documents that one is compared with
  private int earlierCount;
  private boolean isOverfull;
  private boolean hasTies;

  /** Decides what is dirty. */
  Derivation(
      SegmentBuilders segments,
      GroupDirectory.Builder directory,
      NeighbourReader neighbours,
      boolean isFromScratch,
      boolean hasTies,
      int window) {
    this.segments = segments;
    this.directory = directory;
    this.neighbours = neighbours;
    this.isFromScratch = isFromScratch;
    this.hasTies = hasTies;
    this.window = window;
    dirty = new DirtyDocs();
  }

  /** Decides all dirty documents, and those that they make dirty. */
  void run() throws IOException {
    dirty.begin();
    for (int doc = dirty.next(); doc >= 0; doc = dirty.next()) {
      neighbours.moveTo(doc);
      decide(doc, neighbours.findUnderShortKeys(), hotKeys());
    }
  }

  /**
   * Decides all documents, which are dirty: reads ahead for many of them on several threads, then
   * decides these in order.
   *
   * @param readers one for each thread
   */
  void run(List<NeighbourReader> readers, TaskExecutor executor) throws IOException {
    dirty.begin();
    FixedBitSet inBlock = new FixedBitSet(Math.max(1, segments.maxDoc()));
    for (int[] block = dirty.next(BLOCK); block.length > 0; block = dirty.next(BLOCK)) {
      Arrays.stream(block).forEach(inBlock::set);
      IntPredicate isConsidered = doc -> inBlock.get(doc) || isVisible(doc);
      NearDocs[] near = new NearDocs[block.length];
      executor.invokeAll(tasks(readers, block, isConsidered, near));
      for (int i = 0; i < block.length; i++) {
        int doc = block[i];
        if (near[i].hasLongKeys()) {
          neighbours.moveTo(doc);
          decide(doc, near[i].docs(), hotKeys());
        } else {
          neighbours.readSketch(doc);
          decide(doc, near[i].docs(), Map.of());
        }
      }
      Arrays.stream(block).forEach(inBlock::clear);
    }
  }

  private static List<Callable<Void>> tasks(
      List<NeighbourReader> readers, int[] block, IntPredicate isConsidered, NearDocs[] near) {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int task = 0; task < readers.size(); task++) {
      NeighbourReader reader = readers.get(task);
      int begin = (int) ((long) block.length * task / readers.size());
      int end = (int) ((long) block.length * (task + 1) / readers.size());
      tasks.add(
          () -> {
            for (int i = begin; i < end; i++) {
              near[i] = reader.findNear(block[i], isConsidered);
            }
            return null;
          });
    }
    return tasks;
  }

  /** Whether not all visible documents under some key are compared with others. */
  boolean isOverfull() {
    return isOverfull;
  }

  /**
   * Whether two documents that were compared had the same values: their order may be another once
   * they have other numbers.
   */
  boolean hasTies() {
    return hasTies;
  }

  /** Negative if the first document comes before the second, 0 if they are the same. */
  private int compare(int a, int b) {
    SegmentBuilder ofA = segments.of(a);
    SegmentBuilder ofB = segments.of(b);
    int compared = ofA.content.compare(a - ofA.docBase(), ofB.content, b - ofB.docBase());
    if (compared != 0) {
      return compared;
    }
    hasTies |= a != b;
    return Integer.compare(a, b);
  }

  /** Sorts the first documents of an array. */
  private void sort(int[] docs, int count) {
    for (int i = 1; i < count; i++) {
      if (compare(docs[i - 1], docs[i]) > 0) {
        int[] sorted =
            Arrays.stream(docs, 0, count)
                .boxed()
                .sorted(this::compare)
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, docs, 0, count);
        return;
      }
    }
  }

  /**
   * Decides a document, to which the reader of neighbours has moved.
   *
   * @param found those that may be near, under short keys
   * @param ownHotKeys its long keys by their numbers
   */
  private void decide(int doc, int[] found, Map<Integer, HotKey> ownHotKeys) throws IOException {
    boolean wasVisible = isVisible(doc);
    int representative = mostResembling(doc, found, ownHotKeys.values());
    SegmentBuilder segment = segments.of(doc);
    segment.setDecided(doc - segment.docBase());
    if (representative < 0 && !wasVisible) {
      leave(doc);
    } else if (representative >= 0 && (group(doc) <= 0 || group(doc) != -group(representative))) {
      leave(doc);
      join(doc, representative);
    }
    if (wasVisible != representative < 0) {
      changed(doc, found, ownHotKeys);
    }
  }

  /** The document's long keys by their numbers; their visible documents are known from now on. */
  private Map<Integer, HotKey> hotKeys() throws IOException {
    Map<Integer, HotKey> own = new TreeMap<>();
    for (int key = 0; key < neighbours.keyCount(); key++) {
      if (neighbours.isLong(key)) {
        if (!hotKeys.containsKey(neighbours.key(key))) {
          hotKeys.put(neighbours.key(key), readLongKey(key));
        }
        own.put(key, hotKeys.get(neighbours.key(key)));
      }
    }
    return own;
  }

  private HotKey readLongKey(int key) throws IOException {
    HotKey hotKey = new HotKey(this::compare, window);
    int[] visible = Arrays.stream(neighbours.findUnder(key)).filter(this::isVisible).toArray();
    sort(visible, visible.length);
    for (int doc : visible) {
      hotKey.change(doc, true);
    }
    isOverfull |= hotKey.isOverfull();
    return hotKey;
  }

  /** Whether a live document is visible as far as it was decided. */
  private boolean isVisible(int doc) {
    SegmentBuilder segment = segments.of(doc);
    int inSegment = doc - segment.docBase();
    return segment.isLive(inSegment)
        && !segment.isUndecided(inSegment)
        && segment.group(inSegment) <= 0;
  }

  /** The number of a document's group, negative if it represents it; 0 if it is alone. */
  private int group(int doc) {
    SegmentBuilder segment = segments.of(doc);
    return segment.group(doc - segment.docBase());
  }

  /** Of the earlier visible documents that are near, the most resembling one; -1 if none is. */
  private int mostResembling(int doc, int[] found, Collection<HotKey> ownHotKeys)
      throws IOException {
    earlierCount = 0;
    for (int other : found) {
      if (isVisible(other) && compare(other, doc) < 0) {
        addEarlier(other);
      }
    }
    ownHotKeys.forEach(hotKey -> hotKey.forEachBefore(doc, this::addEarlier));
    Arrays.sort(earlier, 0, earlierCount); // a step back would open the sketches again
    MostResembling most = new MostResembling(this::compare);
    for (int i = 0; i < earlierCount; i++) {
      if (i == 0 || earlier[i] != earlier[i - 1]) { // one may be under several keys
        double score = neighbours.score(earlier[i]);
        if (neighbours.isNear(score)) {
          most.offer(earlier[i], score);
        }
      }
    }
    return most.number();
  }

  private void addEarlier(int doc) {
    earlier = ArrayUtil.grow(earlier, earlierCount + 1);
    earlier[earlierCount++] = doc;
  }

  /** A document became visible, or was: notes that, and those that it makes dirty. */
  private void changed(int doc, int[] found, Map<Integer, HotKey> ownHotKeys) throws IOException {
    boolean isVisible = isVisible(doc);
    if (!isFromScratch) {
      setLaterDirty(doc, found);
    }
    for (Map.Entry<Integer, HotKey> own : ownHotKeys.entrySet()) {
      for (int other : own.getValue().change(doc, isVisible)) {
        if (!isFromScratch) {
          setLaterDirty(other, neighbours.findUnder(own.getKey()));
        }
      }
      isOverfull |= own.getValue().isOverfull();
    }
  }

  /** Those that come after a document and resemble it are to be decided. */
  private void setLaterDirty(int doc, int[] docs) throws IOException {
    byte[] sketch = null;
    for (int other : docs) {
      SegmentBuilder segment = segments.of(other);
      int inSegment = other - segment.docBase();
      if (!segment.isDirty(inSegment) && compare(other, doc) > 0) {
        sketch = sketch == null ? neighbours.sketch(doc) : sketch;
        if (neighbours.isNear(neighbours.score(sketch, other))) {
          segment.setDirty(inSegment);
          dirty.added.add(other);
        }
      }
    }
  }

  /**
   * Visible documents were deleted, and their segments are still there: documents that they kept
   * others from being compared with count now.
   */
  void removed(List<Integer> docs) throws IOException {
    for (int doc : docs) { // all, so that each key is as it was before the first of them goes
      neighbours.moveTo(doc);
      for (HotKey hotKey : hotKeys().values()) {
        hotKey.change(doc, true);
      }
    }
    for (int doc : docs) {
      neighbours.moveTo(doc);
      for (Map.Entry<Integer, HotKey> own : hotKeys().entrySet()) {
        for (int other : own.getValue().change(doc, false)) {
          if (isVisible(other)) {
            setLaterDirty(other, neighbours.findUnder(own.getKey()));
          }
        }
      }
    }
  }

  /** Takes a document out of its group. */
  void leave(int doc) {
    SegmentBuilder segment = segments.of(doc);
    leave(segment, doc - segment.docBase());
  }

  private void leave(SegmentBuilder segment, int doc) {
    int group = segment.group(doc);
    if (group == 0) {
      return;
    }
    segment.setGroup(doc, 0);
    if (group < 0) {
      directory.removeRepresentative(-group);
    }
    shrink(Math.abs(group));
  }

  /** A document of a group is gone. */
  void shrink(int group) {
    directory.grow(group, -1);
    if (directory.size(group) == 1 && directory.hasRepresentative(group)) {
      SegmentBuilder last = segments.ofSlot(directory.slot(group));
      last.setGroup(directory.doc(group), 0);
      directory.remove(group);
    } else if (directory.size(group) == 0) {
      directory.remove(group);
    }
  }

  private void join(int doc, int representative) {
    SegmentBuilder of = segments.of(representative);
    int inSegment = representative - of.docBase();
    int group = -of.group(inSegment);
    if (group == 0) {
      group = directory.add(of.content.slot(), inSegment);
      of.setGroup(inSegment, -group);
    }
    SegmentBuilder segment = segments.of(doc);
    segment.setGroup(doc - segment.docBase(), group);
    directory.grow(group, 1);
  }

  /** Documents that are to be decided, in order. */
  private final class DirtyDocs {
    /** Others, which come after the last that {@link #next()} gave. */
    private final PriorityQueue<Integer> added = new PriorityQueue<>(Derivation.this::compare);

    private int[] first = new int[64]; // those that are dirty at the beginning, in order
    private int count;
    private int next;

    /** Takes what the segments say is dirty. */
    void begin() {
      for (SegmentBuilder segment : segments.all()) {
        int doc = segment.nextDirty(0);
        for (; doc != NO_MORE_DOCS; doc = segment.nextDirty(doc + 1)) {
          first = ArrayUtil.grow(first, count + 1);
          first[count++] = segment.docBase() + doc;
        }
      }
      added.clear();
      sort(first, count);
    }

    /** The next document, which remains among these until it is decided; -1 if there is none. */
    int next() {
      if (next < count && (added.isEmpty() || compare(first[next], added.peek()) < 0)) {
        return first[next++];
      }
      return added.isEmpty() ? -1 : added.poll();
    }

    /** The next documents, so many at most; none if there are none. Before any was added. */
    int[] next(int most) {
      int[] docs = Arrays.copyOfRange(first, next, Math.min(count, next + most));
      next += docs.length;
      return docs;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;
import org.neardup.search.VersionGroups;

/**
 * The groups of one reader, which {@link GroupDeriver} derived. Documents are numbers in the
 * reader; what is said of live ones is not defined for deleted ones. Takes memory, but keeps no
 * file open. Immutable; safe for threads.
 */
public final class DerivedGroups implements VersionGroups {
  /** The groups of a reader without documents. */
  static final DerivedGroups NONE =
      new DerivedGroups(
          null,
          List.of(),
          new SegmentFinder(new int[0], 0),
          new int[0],
          GroupDirectory.EMPTY,
          false,
          false);

  private final Object readerKey;
  private final List<DerivedSegment> segments;
  private final SegmentFinder finder;
  private final int[] segmentOfSlot;
  private final GroupDirectory directory;
  private final boolean hasTies;
  private final boolean isOverfull;

  /**
   * The groups of a reader.
   *
   * @param hasTies whether documents are ordered by their numbers where it matters
   * @param isOverfull whether under some key not all visible documents are compared with others
   */
  DerivedGroups(
      Object readerKey,
      List<DerivedSegment> segments,
      SegmentFinder finder,
      int[] segmentOfSlot,
      GroupDirectory directory,
      boolean hasTies,
      boolean isOverfull) {
    this.readerKey = readerKey;
    this.segments = segments;
    this.finder = finder;
    this.segmentOfSlot = segmentOfSlot;
    this.directory = directory;
    this.hasTies = hasTies;
    this.isOverfull = isOverfull;
  }

  List<DerivedSegment> segments() {
    return segments;
  }

  GroupDirectory directory() {
    return directory;
  }

  int slotCount() {
    return segmentOfSlot.length;
  }

  boolean hasTies() {
    return hasTies;
  }

  boolean isOverfull() {
    return isOverfull;
  }

  /** Whether these are the groups of a reader. */
  public boolean isOf(IndexReader reader) {
    CacheHelper helper = reader.getReaderCacheHelper();
    return helper != null && helper.getKey().equals(readerKey);
  }

  @Override
  public boolean isHidden(int doc) {
    return representative(doc) != doc;
  }

  @Override
  public int representative(int doc) {
    int group = group(doc);
    return group == 0 ? doc : representativeOf(group);
  }

  private int representativeOf(int group) {
    int slot = directory.slots().get(group) - 1;
    return finder.start(segmentOfSlot[slot]) + directory.docs().get(group);
  }

  private int group(int doc) {
    int segment = finder.segment(doc);
    return segments.get(segment).groups().get(doc - finder.start(segment));
  }

  /** How many live documents the group of a live document has, itself included. */
  public int size(int doc) {
    int group = group(doc);
    return group == 0 ? 1 : directory.sizes().get(group);
  }

  /**
   * {@inheritDoc} The others follow in the order of preference. Looks at the group numbers of all
   * documents.
   */
  @Override
  public int[] members(int doc) {
    int[] members = new int[size(doc)];
    members[0] = representative(doc);
    int group = group(doc);
    int count = 1;
    for (int i = 0; i < segments.size() && count < members.length; i++) {
      PagedInts groups = segments.get(i).groups();
      for (int at = groups.next(0); at >= 0 && count < members.length; at = groups.next(at + 1)) {
        int other = finder.start(i) + at;
        if (groups.get(at) == group && other != members[0]) {
          members[count++] = other;
        }
      }
    }
    return IntStream.of(members)
        .boxed()
        .sorted(this::compare)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  @Override
  public void forEachHidden(HiddenVisitor visitor) {
    for (int i = 0; i < segments.size(); i++) {
      PagedInts groups = segments.get(i).groups();
      int start = finder.start(i);
      for (int doc = groups.next(0); doc >= 0; doc = groups.next(doc + 1)) {
        int representative = representativeOf(groups.get(doc));
        if (representative != start + doc) {
          visitor.visit(start + doc, representative);
        }
      }
    }
  }

  /** Compares two documents: negative if the first is preferred. */
  public int compare(int a, int b) {
    int ofA = finder.segment(a);
    int ofB = finder.segment(b);
    OrderValues values = segments.get(ofA).content().order();
    OrderValues others = segments.get(ofB).content().order();
    int compared = values.compare(a - finder.start(ofA), others, b - finder.start(ofB));
    return compared != 0 ? compared : Integer.compare(a, b);
  }

  /** How many live documents have a sketch. */
  public long sketched() {
    return segments.stream().mapToLong(DerivedSegment::count).sum();
  }

  /** How many of them are hidden. */
  public long hidden() {
    return (long) directory.documents() - directory.groups();
  }

  /** How many groups have more than one document. */
  public long groups() {
    return directory.groups();
  }

  /** Bytes on the heap. Groups of several readers share most of them. */
  public long ramBytesUsed() {
    long bytes = directory.ramBytesUsed();
    for (DerivedSegment segment : segments) {
      bytes += segment.ramBytesUsed();
    }
    return bytes;
  }
}

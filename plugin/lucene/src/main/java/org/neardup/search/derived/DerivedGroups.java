// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.derived;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.FixedBitSet;
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
          null, List.of(), new int[0], new int[0], GroupDirectory.EMPTY, false, false);

  private final Object readerKey;
  private final List<DerivedSegment> segments;
  private final int[] starts; // the first document of each segment
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
      int[] starts,
      int[] segmentOfSlot,
      GroupDirectory directory,
      boolean hasTies,
      boolean isOverfull) {
    this.readerKey = readerKey;
    this.segments = segments;
    this.starts = starts;
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

  boolean hasTies() {
    return hasTies;
  }

  boolean isOverfull() {
    return isOverfull;
  }

  /** Whether these are the groups of a reader. */
  public boolean isOf(IndexReader reader) {
    Object key = VersionGroups.key(reader);
    return key != null && key.equals(readerKey);
  }

  @Override
  public Object readerKey() {
    return readerKey;
  }

  @Override
  public boolean isHidden(int doc) {
    int segment = segment(doc);
    return segments.get(segment).hidden().get(doc - starts[segment]);
  }

  /** A copy of which documents of a segment are not hidden; some of them may be deleted. */
  public FixedBitSet visible(int segment) {
    FixedBitSet visible = segments.get(segment).hidden().clone();
    visible.flip(0, visible.length());
    return visible;
  }

  @Override
  public int representative(int doc) {
    int group = group(doc);
    return group <= 0 ? doc : representativeOf(group);
  }

  private int segment(int doc) {
    return ReaderUtil.subIndex(doc, starts);
  }

  private int representativeOf(int group) {
    int slot = directory.slots().get(group) - 1;
    return starts[segmentOfSlot[slot]] + directory.docs().get(group);
  }

  /** The number of a document's group, negative if it represents it; 0 if it is alone. */
  private int group(int doc) {
    int segment = segment(doc);
    return segments.get(segment).groups().get(doc - starts[segment]);
  }

  /** How many live documents the group of a live document has, itself included. */
  public int size(int doc) {
    int group = group(doc);
    return group == 0 ? 1 : directory.sizes().get(Math.abs(group));
  }

  /**
   * {@inheritDoc} The others follow in the order of preference. Looks at the group numbers of all
   * documents.
   */
  @Override
  public int[] members(int doc) {
    int[] members = new int[size(doc)];
    members[0] = representative(doc);
    int group = Math.abs(group(doc)); // of the others, which are hidden
    int count = 1;
    for (int i = 0; i < segments.size() && count < members.length; i++) {
      PagedInts groups = segments.get(i).groups();
      for (int at = groups.next(0); at >= 0 && count < members.length; at = groups.next(at + 1)) {
        if (groups.get(at) == group) {
          members[count++] = starts[i] + at;
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
      DerivedSegment segment = segments.get(i);
      int start = starts[i];
      SegmentBuilder.forEach(
          segment.hidden(),
          doc -> visitor.visit(start + doc, representativeOf(segment.groups().get(doc))));
    }
  }

  /**
   * Keeps one version of each group that some documents are of: the representative if it is among
   * them, else the one that is preferred.
   *
   * @param docs live ones, a bit for each document of a segment; by segment of the reader, null for
   *     none
   */
  public void keepOneVersion(FixedBitSet[] docs) {
    byte[] represented = new byte[directory.end()]; // by group: 1 if it is
    for (int i = 0; i < docs.length; i++) {
      if (docs[i] != null) {
        segments.get(i).noteRepresented(docs[i], represented);
      }
    }
    int[] kept = new int[directory.end()]; // by group: a document plus 1; 0 if there is none yet
    for (int i = 0; i < docs.length; i++) {
      if (docs[i] != null) {
        keepOneVersion(docs, i, represented, kept);
      }
    }
  }

  private void keepOneVersion(FixedBitSet[] docs, int segment, byte[] represented, int[] kept) {
    long[] hidden = segments.get(segment).hidden().getBits();
    PagedInts groups = segments.get(segment).groups();
    long[] words = docs[segment].getBits();
    for (int word = 0; word < words.length; word++) {
      long others = words[word] & hidden[word];
      long dropped = groups.marked(word, others, represented); // nearly all
      words[word] ^= dropped;
      for (long rest = others ^ dropped; rest != 0; rest &= rest - 1) {
        int doc = (word << 6) + Long.numberOfTrailingZeros(rest);
        int group = groups.get(doc);
        kept[group] = 1 + preferred(kept[group] - 1, starts[segment] + doc, docs);
      }
    }
  }

  /** The preferred of two documents; removes the other. */
  private int preferred(int before, int doc, FixedBitSet[] docs) {
    if (before < 0) {
      return doc;
    }
    boolean isBefore = compare(before, doc) <= 0;
    int other = isBefore ? doc : before;
    int segment = segment(other);
    docs[segment].clear(other - starts[segment]);
    return isBefore ? before : doc;
  }

  /** Compares two documents: negative if the first is preferred. */
  public int compare(int a, int b) {
    int ofA = segment(a);
    int ofB = segment(b);
    SegmentContent content = segments.get(ofA).content();
    SegmentContent others = segments.get(ofB).content();
    int compared = content.compare(a - starts[ofA], others, b - starts[ofB]);
    return compared != 0 ? compared : Integer.compare(a, b);
  }

  /** How many live documents have a sketch. */
  public long sketched() {
    return segments.stream().mapToLong(segment -> segment.docs().cardinality()).sum();
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
    long bytes = segments.stream().mapToLong(DerivedSegment::ramBytesUsed).sum();
    return directory.ramBytesUsed() + bytes;
  }
}

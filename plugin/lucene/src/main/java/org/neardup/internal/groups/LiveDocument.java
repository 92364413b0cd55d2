// SPDX-License-Identifier: Apache-2.0
package org.neardup.internal.groups;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchedText;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.record.DocumentRecord;
import org.neardup.record.Place;

/**
 * A live document: what it is, and which place it has now. Only {@link #isAwaited} and {@link
 * #setWrittenUnlessAwaited} need no lock.
 */
public final class LiveDocument extends RankedDocument {
  public static final int PENDING = -1;

  private static final AtomicIntegerFieldUpdater<LiveDocument> WRITTEN =
      AtomicIntegerFieldUpdater.newUpdater(LiveDocument.class, "written");
  private static final int NO = 0;
  private static final int AWAITED = 1;
  private static final int YES = 2;

  /** Not a limit that counting reaches: beyond are numbers that nobody was given. */
  private static final long NUMBERS = 1L << 62;

  /** About what a document of the view takes of the heap, with what refers to it. */
  public static final int KNOWN_BYTES = 500;

  public final long scope; // hash of the scope's name; 0: none
  public final int doc; // in the current view, or PENDING

  private long group;
  private boolean isHidden;
  private long indexedGroup; // what the index has
  private boolean isIndexedHidden;

  SketchedText text; // until the next refresh; null for documents of the view
  private boolean sharesText;
  private volatile int written = NO; // NO to AWAITED and YES, AWAITED to YES
  private BandKeys bandKeys;

  boolean isFiled; // for GroupIndex
  long filedUnder;
  LiveDocument earlierMember;
  LiveDocument laterMember;

  public LiveDocument(String id, long order, byte[] value, byte[] rank, long scope, int doc) {
    super(id, order, value, rank);
    this.scope = scope;
    this.doc = doc;
  }

  /** A document as the index has it. */
  public static LiveDocument stored(DocumentRecord record, int doc) {
    return stored(record, doc, record.place() == Place.HIDDEN);
  }

  /** A document as the index has it, but for whether it is hidden now. */
  static LiveDocument stored(DocumentRecord record, int doc, boolean isHidden) {
    LiveDocument document =
        new LiveDocument(
            record.id(), record.order(), record.sketch(), record.rank(), record.scope(), doc);
    document.place(record.group(), record.place() == Place.HIDDEN);
    document.setIndexedAsPlaced();
    document.setWritten();
    document.isHidden = isHidden;
    return document;
  }

  /** A document that just arrived, and has no place yet; a group of its own has its number. */
  static LiveDocument arriving(String id, SketchedText text, byte[] rank, long order) {
    LiveDocument document = new LiveDocument(id, order, text.value(), rank, text.scope(), PENDING);
    document.text = text;
    document.group = order;
    return document;
  }

  /** Whether it may be the order or group number of a document that arrived. */
  public static boolean mayBeGiven(long number) {
    return number >= 0 && number < NUMBERS;
  }

  boolean isPending() {
    return doc == PENDING;
  }

  /** Keeps the text of another pending document with the same one, instead of its own. */
  void shareText(LiveDocument copy) {
    if (copy.text != null) {
      text = copy.text;
      sharesText = true;
    }
  }

  /** About what a pending document takes of the heap, with what refers to it. */
  long pendingBytes() {
    long sketch = value == null ? 0 : value.length;
    long own = 300L + id.length() + rank.length + sketch;
    long keys = isHidden ? 0 : sketch + 48 + 22 * 24; // in a table that is at least a third full
    return own + keys + (sharesText ? 0 : (long) Long.BYTES * elementCount());
  }

  /**
   * Whether the index writer has the document, as only then can its flags be updated there or the
   * document be deleted. If not, whoever writes it has to take the lock afterwards, for what was
   * left undone.
   */
  boolean isWritten() {
    WRITTEN.compareAndSet(this, NO, AWAITED);
    return written == YES;
  }

  void setWritten() {
    written = YES;
  }

  /** Whether something waits for the document to be written; needs no lock. */
  boolean isAwaited() {
    return written == AWAITED;
  }

  /** Notes that the document is written unless something waits for it; needs no lock. */
  boolean setWrittenUnlessAwaited() {
    return WRITTEN.compareAndSet(this, NO, YES);
  }

  /** The number of its group. */
  public long group() {
    return group;
  }

  /** Whether another document represents its group. */
  public boolean isHidden() {
    return isHidden;
  }

  /** Gives it a place; to be called by {@link LiveDocuments} alone, which files it there. */
  void place(long newGroup, boolean newHidden) {
    group = newGroup;
    isHidden = newHidden;
  }

  boolean isIndexedAsPlaced() {
    return group == indexedGroup && isHidden == isIndexedHidden;
  }

  void setIndexedAsPlaced() {
    indexedGroup = group;
    isIndexedHidden = isHidden;
  }

  /** What the index has of it, or is to have. */
  DocumentRecord record() {
    return new DocumentRecord(
        id,
        order,
        indexedGroup,
        value,
        rank,
        scope,
        isIndexedHidden ? Place.HIDDEN : Place.VISIBLE);
  }

  /** The band keys of its sketch, made when they are first asked for. */
  BandKeys bandKeys(SketchParameters parameters) {
    if (bandKeys == null) {
      bandKeys = new BandKeys(parameters, value);
    }
    return bandKeys;
  }

  /** Forgets the band keys, which can be made again. */
  void forgetBandKeys() {
    bandKeys = null;
  }

  /** The same document of a view, with another order number, sketch or rank. */
  public LiveDocument with(long newOrder, byte[] newValue, byte[] newRank) {
    LiveDocument copy = new LiveDocument(id, newOrder, newValue, newRank, scope, doc);
    copy.place(group, isHidden);
    copy.indexedGroup = indexedGroup;
    copy.isIndexedHidden = isIndexedHidden;
    copy.written = written;
    return copy;
  }
}

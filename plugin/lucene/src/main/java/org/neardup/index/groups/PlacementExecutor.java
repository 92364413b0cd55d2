// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.neardup.record.RecordWriter;

/**
 * Carries out which places documents were given: among the {@link LiveDocuments} at once, and in
 * the index as soon as it has the document.
 */
final class PlacementExecutor {
  private final LiveDocuments documents;
  private final RecordWriter records;
  private final boolean drops; // instead of hiding

  /** Documents to be dropped as soon as the one that they are hidden behind is written. */
  private final Set<LiveDocument> waiting = new HashSet<>();

  PlacementExecutor(LiveDocuments documents, RecordWriter records, boolean drops) {
    this.documents = documents;
    this.records = records;
    this.drops = drops;
  }

  /** A document that is not yet written may fail to be, and then nothing may have gone for it. */
  boolean isDroppedFor(LiveDocument representative) {
    return drops && representative.isWritten();
  }

  /** Whether a variant of a document may stay as it is when another represents the group. */
  boolean mayStay() {
    return !drops;
  }

  /** Adds a document that arrived, in its place. */
  void add(LiveDocument entry) {
    documents.add(entry);
    if (drops && entry.hidden) {
      waiting.add(entry);
    }
  }

  void remove(LiveDocument entry) {
    waiting.remove(entry);
    documents.remove(entry);
  }

  /**
   * Brings a document to its new place.
   *
   * @param representative what it is hidden behind; null if it is visible
   */
  void moveTo(LiveDocument entry, LiveDocument representative) throws IOException {
    if (representative != null && isDroppedFor(representative)) {
      drop(entry);
      return;
    }
    documents.file(entry);
    updateIndex(entry);
    if (drops && entry.hidden) {
      waiting.add(entry);
    } else {
      waiting.remove(entry);
    }
  }

  private void drop(LiveDocument variant) throws IOException {
    remove(variant);
    variant.doomed = true;
    if (variant.isWritten()) {
      records.delete(variant.id);
    }
  }

  /** Notes that the index writer has a document now, and does what waited for it. */
  void written(LiveDocument entry) throws IOException {
    entry.setWritten();
    if (entry.doomed) {
      records.delete(entry.id);
      return;
    }
    updateIndex(entry);
    if (!entry.hidden) {
      for (LiveDocument variant : List.copyOf(waiting)) {
        if (variant.group == entry.group) {
          drop(variant);
        }
      }
    }
  }

  private void updateIndex(LiveDocument entry) throws IOException {
    if (!entry.isIndexedAsPlaced() && entry.isWritten()) {
      records.updatePlace(entry.id, entry.group, entry.hidden);
      entry.setIndexedAsPlaced();
    }
  }
}

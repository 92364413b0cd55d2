// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.Directory;
import org.neardup.tools.cluster.text.RecordFile;
import org.neardup.tools.report.GroupSource.Known;
import org.neardup.tools.report.ReportFindings.Name;

/**
 * The ids in clusters, and which documents of a corpus they are: an id may be that of several, such
 * as one address crawled twice, and clusters do not say which one they mean. For one thread.
 */
final class ClusteredIds {
  private final Map<String, Place> byId = new HashMap<>();
  private final List<Place> places = new ArrayList<>();
  private int taken;

  /** Where an id stands in clusters, and how many documents of the corpus have it so far. */
  static final class Place {
    final String id;

    /** From 0 up, in the order in which ids come by in clusters. */
    final int number;

    private int representatives;
    private int variants;
    private int copies;
    private int documents;
    private int first;

    private Place(String id, int number) {
      this.id = id;
      this.number = number;
    }

    int representatives() {
      return representatives;
    }

    /** How often it is in clusters. */
    int members() {
      return representatives + variants;
    }

    /**
     * Whether the document taken last is a variant. No more documents of an id are than clusters
     * have as members; they are taken to come after those that are representatives, as in a
     * cluster.
     */
    boolean isVariant() {
      return documents > representatives && documents <= members();
    }

    /** Whether it is a variant and has the text of its representative. */
    boolean isCopy() {
      return isVariant() && copies > 0;
    }

    /** Whether it is the first one with its id. */
    boolean isFirst() {
      return documents == 1;
    }

    /**
     * Which of all the first ones the document with this id is, from 0 up; -1 if there is none, or
     * if there are several.
     */
    int document() {
      return documents == 1 ? first : -1;
    }
  }

  /** Takes a cluster; all of them before any document. */
  void add(ClusterLine cluster) {
    place(cluster.representative()).representatives++;
    for (ClusterLine.Member member : cluster.members()) {
      Place place = place(member.id());
      place.variants++;
      place.copies += member.hasSameText() ? 1 : 0;
    }
  }

  /** That of an id in clusters. */
  Place place(String id) {
    return byId.computeIfAbsent(
        id,
        unknown -> {
          places.add(new Place(id, places.size()));
          return places.getLast();
        });
  }

  /** All of them, by number. */
  List<Place> all() {
    return places;
  }

  /** Takes the next document of the corpus, by its id; null if that is in no cluster. */
  Place take(String id) {
    Place place = byId.get(id);
    if (place != null && place.documents++ == 0) {
      place.first = taken++;
    }
    return place;
  }

  /** Whether the corpus has several documents of an id in clusters, as far as it was taken. */
  boolean hasRepeated() {
    return places.stream().anyMatch(place -> place.documents > 1);
  }

  /** Documents by number in a temporary file; all are added before any is read. For one thread. */
  static final class KeptDocuments implements Closeable {
    private final RecordFile file;
    private RecordFile.Reader reader;

    KeptDocuments(Directory directory) throws IOException {
      file = new RecordFile(directory, "texts");
    }

    void add(Name name, String text, String compared) throws IOException {
      file.add(
          out -> {
            for (String value :
                List.of(compared, name.id(), name.title(), name.url(), name.date(), text)) {
              out.writeString(value);
            }
          });
    }

    /** What is compared of a document. */
    String compared(int number) throws IOException {
      return read(number).readString();
    }

    Known get(int number) throws IOException {
      DataInput in = read(number);
      in.readString();
      Name name = new Name(in.readString(), in.readString(), in.readString(), in.readString());
      return new Known(name, in.readString());
    }

    private DataInput read(int number) throws IOException {
      if (reader == null) {
        file.finish();
        reader = file.reader();
      }
      return reader.at(number);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.Directory;
import org.neardup.tools.cluster.config.Content;
import org.neardup.tools.cluster.text.RecordFile;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.report.ReportFindings.Name;

/**
 * The documents in clusters: known by their ids, and by what the corpus has of them, which lies in
 * a temporary file. Memory: the ids. For one thread.
 */
final class ClusterDocuments implements GroupDocuments, Closeable {
  private static final int UNKNOWN = -1;

  private final Content content;
  private final String dateField;
  private final RecordFile file;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> ids = new ArrayList<>();
  private final List<Integer> records = new ArrayList<>(); // by number
  private int recordCount;
  private RecordFile.Reader reader;

  /**
   * Of no document yet.
   *
   * @param content what was compared
   * @param directory for the temporary file
   */
  ClusterDocuments(Content content, String dateField, Directory directory) throws IOException {
    this.content = content;
    this.dateField = dateField;
    file = new RecordFile(directory, "texts");
  }

  /** The number of a document in a cluster. */
  int number(String id) {
    return numbers.computeIfAbsent(
        id,
        unknown -> {
          ids.add(id);
          records.add(UNKNOWN);
          return ids.size() - 1;
        });
  }

  /** Takes a document of the corpus, if it is in a cluster; of those with one id the first. */
  void add(InputDocument document) throws IOException {
    Integer number = numbers.get(document.id());
    if (number != null && records.get(number) == UNKNOWN) {
      Name name = nameOf(document);
      ByteBuffersDataOutput out = new ByteBuffersDataOutput();
      for (String value :
          List.of(name.title(), name.url(), name.date(), document.text(), content.of(document))) {
        byte[] bytes = value.getBytes(UTF_8);
        out.writeVInt(bytes.length);
        out.writeBytes(bytes);
      }
      file.add(out.toArrayCopy());
      records.set(number, recordCount++);
    }
  }

  /** Ends adding and begins reading. */
  void finish() throws IOException {
    file.finish();
    reader = file.reader();
  }

  /** Forgets what the corpus has of a document. */
  void forget(String id) {
    records.set(number(id), UNKNOWN);
  }

  /** How people know a document of the corpus. */
  Name nameOf(InputDocument document) {
    return new Name(
        document.id(),
        document.title(),
        field(document, "url"),
        Timeline.shown(field(document, dateField)));
  }

  private static String field(InputDocument document, String name) {
    List<String> values = document.fields().getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.getFirst();
  }

  /** Title, address, date, text and what was compared; null if they are not known. */
  private String[] record(int doc) throws IOException {
    if (records.get(doc) == UNKNOWN) {
      return null;
    }
    ByteArrayDataInput in = new ByteArrayDataInput(reader.bytes(records.get(doc)));
    String[] values = new String[5];
    for (int i = 0; i < values.length; i++) {
      byte[] bytes = new byte[in.readVInt()];
      in.readBytes(bytes, 0, bytes.length);
      values[i] = new String(bytes, UTF_8);
    }
    return values;
  }

  @Override
  public Name name(int doc) throws IOException {
    String[] record = record(doc);
    return record == null
        ? new Name(ids.get(doc), "", "", "")
        : new Name(ids.get(doc), record[0], record[1], record[2]);
  }

  @Override
  public String text(int doc) throws IOException {
    String[] record = record(doc);
    return record == null ? null : record[3];
  }

  /** What was compared of a document; null if it is not known. */
  String compared(int doc) throws IOException {
    String[] record = record(doc);
    return record == null ? null : record[4];
  }

  @Override
  public String resemblance(int representative, Grouped.Near variant) {
    return variant.note();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.Directory;
import org.neardup.tools.cluster.text.RecordFile;
import org.neardup.tools.report.GroupSource.Known;
import org.neardup.tools.report.ReportFindings.Name;

/** Documents by number in a temporary file; all are added before any is read. For one thread. */
final class KeptDocuments implements Closeable {
  private final RecordFile file;
  private RecordFile.Reader reader;

  KeptDocuments(Directory directory) throws IOException {
    file = new RecordFile(directory, "texts");
  }

  void add(Name name, String text, String compared) throws IOException {
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    for (String value : List.of(compared, name.id(), name.title(), name.url(), name.date(), text)) {
      out.writeString(value);
    }
    file.add(out.toArrayCopy());
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
    return new ByteArrayDataInput(reader.bytes(number));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

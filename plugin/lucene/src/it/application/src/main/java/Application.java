// SPDX-License-Identifier: Apache-2.0
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.search.OneVersion;

/** Adds three documents, two of which are near-copies, and fails unless two are visible. */
public final class Application {
  private Application() {}

  public static void main(String[] args) throws Exception {
    String fire =
        "A fire broke out at the old wharf on Monday night and destroyed two sheds before dawn";
    String[] texts = {fire, fire + " (wire)", "The ferry leaves the old wharf at six"};
    try (var directory = new ByteBuffersDirectory();
        var writer =
            CollapsingIndexWriter.open(
                directory, CollapseConfig.defaults(), new IndexWriterConfig())) {
      for (int i = 0; i < texts.length; i++) {
        var document = new Document();
        document.add(new StringField("id", "doc" + i, Store.YES));
        document.add(new TextField("text", texts[i], Store.YES));
        System.out.println(writer.updateDocument(document));
      }
      try (var reader = OneVersion.wrap(writer.openReader())) {
        if (reader.numDocs() != 2) {
          throw new IllegalStateException("2 documents must be visible, got " + reader.numDocs());
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The Java of the library's pages compiles and does what they say. */
public class TestLibraryPages {
  private static final String IMPORTS =
      """
      import org.neardup.index.*;
      import org.neardup.search.*;
      import org.neardup.search.explain.*;
      import org.neardup.search.similar.*;
      """;

  private static final String DOCUMENTS =
      """
      Directory directory = new ByteBuffersDirectory();
      String text = "A fire broke out at the old wharf on Monday night and destroyed two sheds";
      List<Document> documents = new ArrayList<>();
      for (String id : List.of("a", "b")) {
        Document each = new Document();
        each.add(new StringField("id", id, Field.Store.YES));
        each.add(new TextField("text", text, Field.Store.YES));
        each.add(new SortedDocValuesField("site", new org.apache.lucene.util.BytesRef("x")));
        documents.add(each);
      }
      """;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private List<String> run(String lines) throws Exception {
    return JavaExample.run(folder.newFolder().toPath(), IMPORTS, DOCUMENTS + lines);
  }

  @Test
  public void testGuide() throws Exception {
    List<String> parts = JavaExample.blocks(Path.of("../../plugin/lucene/docs/guide.md"));
    assertEquals(6, parts.size());
    for (String part : parts) {
      assertTrue(part, part.lines().count() <= 10);
    }
    String first = "Document document = documents.get(0);\n" + parts.getFirst();
    String second = "writer.updateDocument(documents.get(1));\n";
    List<String> printed = run(first + second + String.join("", parts.subList(1, 6)));
    assertEquals("new", printed.get(0));
    assertEquals("1 of 1 visible", printed.get(1));
    assertEquals("a: 2 of 2 versions match", printed.get(2));
    assertEquals("2 versions", printed.get(4));
    assertEquals("{x=1}", printed.getLast());
  }

  @Test
  public void testPorting() throws Exception {
    List<String> programs = JavaExample.blocks(Path.of("../../plugin/lucene/docs/porting.md"));
    assertEquals(2, programs.size());
    String rest =
        """
        StandardAnalyzer analyzer = new StandardAnalyzer();
        Query query = new TermQuery(new Term("text", "wharf"));
        """;
    assertEquals(List.of("2"), run(rest + programs.getFirst()));
    assertEquals(List.of("1"), run(rest + programs.getLast()));
  }
}

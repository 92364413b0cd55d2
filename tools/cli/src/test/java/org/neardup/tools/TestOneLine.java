// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** Documents do not write to the terminal as they like. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into the folder
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestOneLine extends LuceneTestCase {
  private static final String EVIL = "\u001b[2J\r\n\u0007\u009b31m";
  private static final String SHOWN = " [2J    31m";
  private static final String TEXT =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";

  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
    String lines = line("a", TEXT) + line("b", TEXT + " W" + EVIL) + line("c", TEXT);
    assertEquals(0, Run.withInput(lines, "index", "--index", index, "-").exitCode());
  }

  private static String line(String id, String text) {
    return new JsonMapper()
            .createObjectNode()
            .put("id", id + EVIL)
            .put("title", "T" + EVIL)
            .put("site", "S" + EVIL)
            .put("text", text)
        + "\n";
  }

  public void testControlCharactersAreBlanks() {
    assertEquals("a" + SHOWN + "é\ud83d\ude00", OneLine.of("a" + EVIL + "é\ud83d\ude00"));
    assertNull(OneLine.of(null));
  }

  public void testWhatCommandsPrint() throws IOException {
    assertPrints("a" + SHOWN + "  T" + SHOWN, "search", "--mode", "all", "*:*");
    assertPrints("(hidden behind a" + SHOWN + ")", "search", "--mode", "all", "*:*");
    assertPrints("(hidden behind a" + SHOWN + ")", "similar", "--id", "a" + EVIL);
    assertPrints("T" + SHOWN + "  S" + SHOWN, "variants", "--date=site", "a" + EVIL);
    assertPrints("3  a" + SHOWN + "  T" + SHOWN, "stats");
    assertPrints("b" + SHOWN + " is hidden behind a" + SHOWN, "explain", "a" + EVIL, "b" + EVIL);
    assertPrints("{+W [2J 31m+}", "explain", "a" + EVIL, "b" + EVIL);
    assertPrints("now visible: b" + SHOWN, "delete", "a" + EVIL);
    try (Directory directory = FSDirectory.open(Path.of(index));
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.deleteDocuments(new Term("id", "b" + EVIL));
    }
    assertPrints("no representative: c" + SHOWN + ": hidden in", "check");
  }

  private void assertPrints(String part, String command, String... args) {
    Run run =
        Run.neardup(
            Stream.concat(Stream.of(command, "--index", index), Stream.of(args))
                .toArray(String[]::new));
    assertTrue(run.out(), run.out().contains(part));
    String inLines = run.out().replace("\n", "");
    assertFalse(run.out(), inLines.chars().anyMatch(Character::isISOControl));
  }
}

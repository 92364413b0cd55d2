// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Pieces, one after the other, are what is read at once. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // puts something else into folders
public class TestInputPieces extends LuceneTestCase {
  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
  }

  /** What a document is, or why it is none. */
  private static String told(RawDocument document) {
    try {
      return document.parser().parse().toString();
    } catch (BadInputException e) {
      return e.getMessage();
    }
  }

  private static List<String> atOnce(List<String> arguments) throws InterruptedException {
    List<String> all = new ArrayList<>();
    new Inputs(arguments, InputStream.nullInputStream(), InputRules.DEFAULT)
        .read(document -> all.add(told(document)));
    return all;
  }

  private static List<String> inPieces(List<String> arguments, long pieceBytes) throws Exception {
    List<String> all = new ArrayList<>();
    long[] position = {-1};
    for (InputPiece piece : InputPieces.of(arguments, InputRules.DEFAULT, pieceBytes, note -> {})) {
      assertTrue(piece.position() > position[0]);
      position[0] = piece.position() - 1;
      copy(piece)
          .reading()
          .read(
              InputRules.DEFAULT,
              new Problems(note -> {}, null),
              document -> {
                all.add(told(document));
                position[0]++;
              });
    }
    return all;
  }

  private static InputPiece copy(InputPiece piece) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(piece);
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (InputPiece) in.readObject();
    }
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(UTF_8));
    return file.toString();
  }

  /** Lines of any length, with other ends of lines, blank and bad ones among them. */
  private String lines() {
    StringBuilder text = new StringBuilder(random().nextBoolean() ? "\uFEFF" : "");
    int count = random().nextInt(30);
    for (int i = 0; i < count; i++) {
      switch (random().nextInt(8)) {
        case 0 -> text.append('\n');
        case 1 -> text.append("bad ").append(i).append('\n');
        default -> text.append(line(i)).append(random().nextBoolean() ? "\n" : "\r\n");
      }
    }
    return random().nextBoolean() ? text.toString() : text + line(count);
  }

  private static String line(int id) {
    String text = "\u00e9".repeat(random().nextInt(20));
    return "{\"id\":" + id + ",\"text\":\"" + text + "\"}";
  }

  public void testEachLineIsInOnePieceWhateverTheSplits() throws Exception {
    for (int i = TEST_NIGHTLY ? 200 : 20; i > 0; i--) {
      String file = file("lines.jsonl", lines());
      List<String> expected = atOnce(List.of(file));
      for (long bytes : new long[] {1, 2, 7, 30, 100, 10_000}) {
        assertEquals(expected, inPieces(List.of(file), bytes));
      }
    }
  }

  public void testFilesOfAFolder() throws Exception {
    for (int i = 0; i < 20; i++) {
      file("pages/" + random().nextInt(3) + "/" + i + ".txt", "text " + i);
    }
    file("pages/not.css", "");
    Files.write(folder.resolve("pages/bad.txt"), new byte[] {(byte) 0xFF});
    String name = folder.resolve("pages").toString();
    for (long bytes : new long[] {1, 10, 25, 1000}) {
      assertEquals(atOnce(List.of(name)), inPieces(List.of(name), bytes));
    }
    assertEquals(21, InputPieces.of(List.of(name), InputRules.DEFAULT, 1, note -> {}).size());
  }

  /** Large shards are divided, and each has positions of its own. */
  public void testShardsOfAFolder() throws Exception {
    for (int i = 0; i < 8; i++) {
      file("shards/" + i + ".jsonl", lines());
      file("shards/" + i + ".txt", "text " + i);
    }
    file("shards/deep/table.csv", "id,text\n1,a\n2,\"b\n3,c\n");
    file("shards/deep/array.json", "[" + line(3) + ",\n" + line(4) + "]");
    file("shards/other.css", "");
    String name = folder.resolve("shards").toString();
    for (long bytes : new long[] {1, 10, 100, 100_000}) {
      assertEquals(atOnce(List.of(name)), inPieces(List.of(name), bytes));
    }
    assertTrue(InputPieces.of(List.of(name), InputRules.DEFAULT, 10, note -> {}).size() > 20);
  }

  public void testArgumentsInTheirOrder() throws Exception {
    List<String> arguments =
        List.of(
            file("b.jsonl", line(1) + "\n" + line(2)),
            folder.resolve("missing.jsonl").toString(),
            file("array.json", "[" + line(3) + ",\n" + line(4) + "]"),
            file("a.txt", "text"),
            file("empty/of.css", "").replace("of.css", ""),
            file("other.css", ""));
    assertEquals(atOnce(arguments), inPieces(arguments, 5));
    assertEquals(8, atOnce(arguments).size());
  }

  public void testPlacesInAPieceOfAFileAreTold() throws Exception {
    String good = line(1);
    String file = file("lines.jsonl", "bad\n" + good + "\nworse\n");
    List<String> places = new ArrayList<>();
    for (InputPiece piece : InputPieces.of(List.of(file), InputRules.DEFAULT, 6, note -> {})) {
      piece
          .reading()
          .read(
              InputRules.DEFAULT,
              new Problems(note -> {}, null),
              document -> {
                if (told(document).startsWith("not JSON")) {
                  places.add(document.where());
                }
              });
    }
    int worse = ("bad\n" + good + "\n").getBytes(UTF_8).length;
    assertEquals(List.of(file + ":1", file + ":byte " + worse), places);
  }

  public void testPieceBytes() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> InputPieces.of(List.of(), InputRules.DEFAULT, 0, note -> {}));
    assertEquals("pieceBytes must be at least 1, got 0", e.getMessage());
  }
}

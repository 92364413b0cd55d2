// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** JSON in each shape that people have, from files and from streams. */
public class TestJsonShapes extends LuceneTestCase {
  private static final String PRETTY =
      """
      {
        "id": "a",
        "n": 1.50,
        "text": "one\\ntwo"
      }

      { "id": "b",
        "tags": ["x", "y"], "text": "}{" } {"id": 3, "text": ""}
      """;

  private final List<String> messages = new ArrayList<>();
  private int maxBytes = 1000;

  public void testLinesArraysAndObjectsOverSeveralLines() throws Exception {
    assertRead("a: one b: two", "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}");
    assertRead("a: one", "{\"id\":\"a\",\"text\":\"one\"}");
    assertRead("a: one\ntwo b: }{ 3: ", PRETTY);
    assertRead("a: one\ntwo b: }{ 3: ", "\uFEFF \n" + PRETTY);
    assertRead("a: x b: y", "[{\"id\":\"a\",\"text\":\"x\"}, {\"id\":\"b\",\"text\":\"y\"}]");
    assertRead(
        "a: x b: y", "\n[\n{\"id\":\"a\",\"text\":\"x\"}\n,{\"id\":\"b\",\"text\":\"y\"}\n]\n");
    assertRead("a: one", "{\"id\":\"a\",\n\"text\":\"one\"}");
    assertRead("", "[]");
    assertRead("", "");
  }

  private void assertRead(String expected, String json) throws Exception {
    assertEquals(expected, String.join(" ", ofFile("docs.json", json.getBytes(UTF_8))));
    assertEquals(expected, String.join(" ", ofFile("docs.jsonl", json.getBytes(UTF_8))));
    assertEquals(expected, String.join(" ", ofFile("docs.json.gz", gzip(json.getBytes(UTF_8)))));
    InputStream oneByOne =
        new ByteArrayInputStream(json.getBytes(UTF_8)) {
          @Override
          public int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(1, length));
          }
        };
    assertEquals(expected, String.join(" ", read(List.of("-"), oneByOne)));
    assertEquals(List.of(), messages);
  }

  public void testFieldsAreAsInLines() throws Exception {
    List<InputDocument> documents = new ArrayList<>();
    new Inputs(List.of("-"), new ByteArrayInputStream(PRETTY.getBytes(UTF_8)), InputRules.DEFAULT)
        .read(raw -> documents.add(parsed(raw)));
    assertEquals(List.of("1.50"), documents.get(0).fields().get("n"));
    assertEquals(List.of("x", "y"), documents.get(1).fields().get("tags"));
  }

  public void testWhatIsWrongIsNamedByItsPlace() throws Exception {
    String array =
        """
        [
        {"id": "a", "text": "one"},
         12, [{"id": 1}],
        {"text": 1},
        {"id": "b", "id": "c"},
        {"id": "d"},
        {"id": e
        """;
    assertEquals("a: one d: ", String.join(" ", ofFile("docs.json", array.getBytes(UTF_8))));
    assertMessages(
        ":3: a document must be an object, got 12",
        ":3: a document must be an object, got an array",
        ":4: document without id: id must have a value, got {\"text\": 1}",
        ":5: not JSON: Duplicate field 'id' at column",
        ":7: not JSON: Unrecognized token 'e': was expecting");
    assertTrue(messages.toString(), messages.getLast().contains("at byte "));
  }

  /** What was read before it stays, and nothing behind it is taken for a document. */
  public void testDamageEndsTheSource() throws Exception {
    List<String> damaged =
        List.of(
            "{\"id\": 2, \"text\": broken}",
            "{\"id\": 2, \"text\": \"a}",
            "{\"id\": 2, \"text\": a\"}",
            "{\"id\": 2, \"text\": \"a\"b\"}",
            "{\"id\": 2, \"text\": \"a\"",
            "{\"id\": 2, \"n\": [1, 2}",
            "{\"id\": 2, \"n\": {\"id\": 8}, \"of\": [{\"id\": 9}, {\"id\": 9}, {\"id\": 9}], x}",
            "}",
            "]",
            "x");
    for (String one : damaged) {
      for (String between : List.of(",", ",\n", "\n, ")) {
        String array = String.join(between, "[" + object(1), one, object(3), object(4) + "]");
        assertEquals(one, List.of("1: x"), ofFile("docs.json", array.getBytes(UTF_8)));
        assertEquals(messages.toString(), 1, messages.size());
        String said = messages.getFirst();
        assertTrue(said, said.matches("(?s).*:[1-4]: not JSON: .* at byte [0-9]+; .*"));
        assertTrue(said, said.contains("; the rest is not read: correct the file there, or write"));
        assertTrue(said, said.contains("jq -c '.[]'"));
      }
    }
    String objects = "{\n\"id\": 1}\n{\"id\": 2, \"n\": nan}\n{\"id\": 3}";
    assertEquals(List.of("1: "), ofFile("docs.json", objects.getBytes(UTF_8)));
    assertMessages(":3: not JSON: Unrecognized token 'nan'");
    for (String mark : List.of("", "\uFEFF")) {
      String array = mark + "[" + object(1) + object(2) + "]";
      assertEquals(List.of("1: x"), ofFile("docs.json", array.getBytes(UTF_8)));
      int at = mark.getBytes(UTF_8).length + 23;
      assertMessages("was expecting comma to separate Array entries at byte " + at + ";");
    }
  }

  /** The limits of a document, and what JSON does not allow in it, are no damage. */
  public void testWhatIsWrongWithAnObjectCostsNoOther() throws Exception {
    maxBytes = 5000;
    for (String value :
        List.of(
            "NaN",
            "-Infinity",
            "1".repeat(2000),
            "[".repeat(2000) + "]".repeat(2000),
            "\"" + "x".repeat(9000) + "\"",
            "{\"" + "x".repeat(4000) + "\":1}",
            "\"" + "\\ud83d".repeat(1000) + "\"")) {
      String array = "[" + object(1) + ", {\"id\": {}, \"n\": " + value + "}," + object(3) + "]";
      assertEquals(value, List.of("1: x", "3: x"), ofFile("docs.json", array.getBytes(UTF_8)));
      assertEquals(value, 1, messages.size());
    }
    String odd = "[" + object(1) + ", {\"id\": \"caf\u00e9\"}," + object(3) + "]";
    assertEquals(List.of("1: x", "3: x"), ofFile("docs.json", odd.getBytes(ISO_8859_1)));
    assertMessages(":1: invalid UTF-8 at byte 11, got E9");
  }

  public void testAStringIsNoDocument() throws Exception {
    String array = "[\n\"a\",\n" + object(1) + ",\n{\"id\": 2, x}, " + object(3) + "]";
    assertEquals(List.of("1: x"), ofFile("docs.json", array.getBytes(UTF_8)));
    assertMessages(":2: a document must be an object, got a", ":4: not JSON: ");
  }

  private static String object(int id) {
    return "{\"id\": " + id + ", \"text\": \"x\"}";
  }

  public void testManyBeginnings() throws Exception {
    for (String many :
        List.of("{", "[", "{\"", ",{", "{\"a\":", ",{\"a\":[1", "\",{\"", "x,{\"a\":{\"b\":1}")) {
      String array = "[" + object(1) + ",\"" + many.repeat(10_000) + "\n," + object(3) + "]";
      assertEquals(many, List.of("1: x"), ofFile("docs.json", array.getBytes(UTF_8)));
      assertTrue(messages.getLast(), messages.getLast().contains(":1: not JSON: "));
    }
  }

  public void testOnlyOneObjectIsInMemory() throws Exception {
    maxBytes = 100;
    String large =
        "{\"id\":\"a\",\n\"x\":[" + "1,".repeat(1000) + "1]}\n{\"id\":\"b\",\"text\":\"y\"}";
    assertEquals("b: y", String.join(" ", ofFile("docs.json", large.getBytes(UTF_8))));
    assertMessages(":1: object must be shorter than 100 bytes, got 2,01");
  }

  public void testACutOffFile() throws Exception {
    assertEquals(
        "a: x",
        String.join(" ", ofFile("a.json", "[{\"id\":\"a\",\"text\":\"x\"},".getBytes(UTF_8))));
    assertMessages(":1: not JSON: Unexpected end-of-input");
    String open = "\n[\n{\"id\":\"a\",\"text\":\"x\"}\n";
    assertEquals("a: x", String.join(" ", ofFile("a.json", open.getBytes(UTF_8))));
    assertMessages(
        "a.json:4: not JSON: Unexpected end-of-input: expected close marker for Array of line 2 at"
            + " byte 25; the rest is not read");
    byte[] gzip = gzip(("[\n{\"id\":\"a\",\"text\":\"x\"},\n" + " ".repeat(9999)).getBytes(UTF_8));
    assertEquals(
        "a: x", String.join(" ", ofFile("a.json.gz", Arrays.copyOf(gzip, gzip.length - 9))));
    assertMessages("gzip is cut off or damaged: it ends too early");
  }

  private void assertMessages(String... expected) {
    assertEquals(messages.toString(), expected.length, messages.size());
    for (int i = 0; i < expected.length; i++) {
      assertTrue(messages.toString(), messages.get(i).contains(expected[i]));
    }
  }

  private List<String> ofFile(String name, byte[] bytes) throws Exception {
    Path file = createTempDir().resolve(name);
    Files.write(file, bytes);
    return read(List.of(file.toString()), InputStream.nullInputStream());
  }

  private List<String> read(List<String> arguments, InputStream stdin) throws Exception {
    messages.clear();
    List<String> texts = new ArrayList<>();
    new Inputs(arguments, stdin, new InputRules(maxBytes, 1000, false))
        .read(
            raw -> {
              InputDocument document = parsed(raw);
              if (document != null) {
                texts.add(document.id() + ": " + document.text());
              }
            });
    return texts;
  }

  private InputDocument parsed(RawDocument raw) {
    try {
      return raw.parser().parse();
    } catch (BadInputException e) {
      messages.add(raw.where() + ": " + e.getMessage());
      return null;
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(bytes);
    }
    return compressed.toByteArray();
  }
}

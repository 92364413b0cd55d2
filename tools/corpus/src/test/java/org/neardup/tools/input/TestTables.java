// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Quotation marks, line ends, character sets and empty values of tables. */
public class TestTables extends LuceneTestCase {
  private static final List<String> LINE_ENDS = List.of("\n", "\r\n", "\r");

  private static TestFormats.Result read(String name, String table) throws Exception {
    return TestFormats.read(name, table.getBytes(UTF_8));
  }

  private static List<String> texts(TestFormats.Result result) {
    return result.documents().stream().map(InputDocument::text).toList();
  }

  public void testMarksInATabSeparatedTableAreCharacters() throws Exception {
    String table = "id\ttext\n1\t\"never closed\n2\t\"closed\" and more\n3\ta \"\" b\"\n4\t\"";
    TestFormats.Result result = read("x.tsv", table);
    assertEquals(
        List.of("\"never closed", "\"closed\" and more", "a \"\" b\"", "\""), texts(result));
    assertEquals(List.of(), result.refusals());
    assertEquals(List.of(), result.notes());
  }

  public void testMarksOfACommaSeparatedTable() throws Exception {
    String table =
        """
        id,text
        1,"a, ""b""
        c"
        2,5" pipe
        3, "blank before"
        "4","d"
        5,""
        6,"e" \t
        7,"\""\"
        """;
    TestFormats.Result result = read("x.csv", table);
    assertEquals(List.of(), result.refusals());
    assertEquals(
        List.of("a, \"b\"\nc", "5\" pipe", " \"blank before\"", "d", "", "e", "\""), texts(result));
  }

  public void testARowThatDoesNotEndTakesNoOtherWithIt() throws Exception {
    String table =
        """
        id,text
        1,"open
        2,two
        3,"closed" too early
        4,four
        5,"six
        7,seven
        """;
    TestFormats.Result result = read("x.csv", table);
    assertEquals(List.of("2", "4", "7"), result.ids());
    assertEquals(
        List.of(
            "x.csv:2: a quoted value must end with its closing mark, got closed\" too early behind it",
            "x.csv:4: a quoted value must end with its closing mark, got  too early behind it",
            "x.csv:6: row without closing quotation mark"),
        result.refusals().stream().map(each -> each.replaceFirst(".*/", "")).toList());
    assertTrue(result.notes().toString(), said(result.notes(), ": note: 7 rows began, 4 ended"));
  }

  private static boolean said(List<String> messages, String end) {
    return messages.size() == 1 && messages.getFirst().endsWith(end);
  }

  /** Rows by the standard come back; where a mark is missing, all rows that have none. */
  public void testRandomTables() throws Exception {
    for (int round = atLeast(200); round > 0; round--) {
      char separator = ",;\t".charAt(random().nextInt(3));
      String lineEnd = LINE_ENDS.get(random().nextInt(LINE_ENDS.size()));
      List<String> texts = new ArrayList<>();
      StringBuilder table = new StringBuilder("id" + separator + "text" + lineEnd);
      List<String> plain = new ArrayList<>();
      int count = 1 + random().nextInt(12);
      for (int i = 0; i < count; i++) {
        String text = text();
        boolean isPlain = text.chars().allMatch(c -> c == 'a' || c == 'é');
        boolean isQuoted = !isPlain || random().nextInt(4) == 0;
        texts.add(text.replace("\n", lineEnd.equals("\r") ? "\r" : "\n").replace('\r', '\n'));
        String written = isQuoted ? '"' + text.replace("\"", "\"\"") + '"' : text;
        table.append(i).append(separator).append(written.replace("\n", lineEnd)).append(lineEnd);
        if (!isQuoted) {
          plain.add(Integer.toString(i));
        }
      }
      Charset charset = List.of(UTF_8, UTF_16LE, UTF_16BE).get(random().nextInt(3));
      boolean isMarked = !charset.equals(UTF_8) || random().nextBoolean();
      byte[] bytes = ((isMarked ? "\uFEFF" : "") + table).getBytes(charset);
      TestFormats.Result whole = TestFormats.read("x.csv", bytes);
      assertEquals(table.toString(), List.of(), whole.refusals());
      assertEquals(texts, texts(whole));
      List<Integer> marks =
          IntStream.range(0, table.length()).filter(i -> table.charAt(i) == '"').boxed().toList();
      if (!marks.isEmpty()) {
        int mark = marks.get(random().nextInt(marks.size()));
        String damaged = new StringBuilder(table).deleteCharAt(mark).toString();
        List<String> left = new ArrayList<>(plain);
        left.removeAll(read("x.csv", damaged).ids());
        assertEquals(damaged, List.of(), left);
      }
    }
  }

  private static String text() {
    String letters = "aaaé,;\t\"\n";
    return IntStream.range(0, 1 + random().nextInt(8))
        .mapToObj(i -> letters.substring(random().nextInt(9)).substring(0, 1))
        .collect(Collectors.joining())
        .replaceFirst("^[\"\t]*\n", "a") // else a mark at the end of a line may be either,
        .replaceFirst("\n[\"\t]*$", "a"); // or one at its begin
  }

  public void testByteOrderMarksGoFirst() throws Exception {
    for (String begin : List.of("\uFEFF\"id\",text\n1,a\n", "\uFEFF\"id\";\"text\"\n1;a\n")) {
      assertEquals(List.of("1"), read("x.csv", begin).ids());
    }
    String table = "\uFEFFid\ttext\n1\ta\n";
    assertEquals(List.of("1", "1"), read("x.tsv", table + table).ids());
    String rows = "id,text\n1,a\n\uFEFF2,b\n";
    assertEquals(List.of("1", "2"), read("x.csv", rows).ids());
  }

  /** Without a mark it passes as UTF-8, or any other set: a word would have NUL in it. */
  public void testUtf16WithoutAMarkIsRefused() throws Exception {
    for (Charset charset : List.of(UTF_16LE, UTF_16BE)) {
      byte[] text = "A fire broke out".getBytes(charset);
      TestFormats.Result read = TestFormats.read("x.txt", text);
      assertEquals(List.of(), read.ids());
      String refusal = read.refusals().getFirst();
      String at = charset.equals(UTF_16LE) ? "2" : "1";
      assertTrue(
          refusal,
          refusal.endsWith(
              "x.txt: text must have no NUL, and UTF-16 must have a byte order mark; got NUL as"
                  + " character "
                  + at));
      read = TestFormats.read("x.csv", "id,text\n1,a\n2,b\n".getBytes(charset));
      assertEquals(List.of(), read.ids());
      assertTrue(
          read.refusals().toString(), read.refusals().getFirst().contains("byte order mark"));
    }
    TestFormats.Result read = read("x.csv", "id,text\n1,a\0b\n2,c\n");
    assertEquals(List.of("2"), read.ids());
    assertTrue(read.refusals().getFirst(), read.refusals().getFirst().contains("x.csv:2: "));
  }

  public void testAnotherCharacterSet() throws Exception {
    String table = "id,text\n" + "1,Tür\n".repeat(20) + "2,Tor\n";
    Charset western = Charset.forName("windows-1252");
    List<String> messages = new ArrayList<>();
    ProblemCounts counts = new ProblemCounts();
    InputRules utf8 = InputRules.DEFAULT.withEncoding("utf-8");
    for (String refusal : TestFormats.read("x.csv", table.getBytes(western), utf8).refusals()) {
      String reason = refusal.replaceFirst(".*?[0-9]: ", "");
      if (counts.add(refusal, reason)) {
        messages.add(refusal);
      }
    }
    messages.addAll(counts.more());
    assertEquals(messages.toString(), 2, messages.size());
    String wayOn = "text must be UTF-8, or --encoding must name its character set, such as ";
    assertTrue(
        messages.getFirst(),
        messages
            .getFirst()
            .endsWith(":2: " + wayOn + "windows-1252: invalid UTF-8 at byte 1, got FC"));
    assertTrue(messages.getLast(), messages.getLast().startsWith("and 19 more: " + wayOn));
    for (String name : List.of("windows-1252", "latin1", "ISO-8859-1")) {
      InputRules rules = InputRules.DEFAULT.withEncoding(name);
      for (String file : List.of("x.csv", "x.txt")) {
        byte[] content = file.endsWith("v") ? table.getBytes(western) : "Tür".getBytes(western);
        TestFormats.Result read = TestFormats.read(file, content, rules);
        assertEquals(List.of(), read.refusals());
        assertEquals("Tür", read.documents().getFirst().text());
      }
      byte[] marked = ("\uFEFF" + table).getBytes(UTF_8);
      assertEquals("Tür", texts(TestFormats.read("x.csv", marked, rules)).getFirst());
    }
    InputRules japanese = InputRules.DEFAULT.withEncoding("shift_jis");
    byte[] broken = {'i', 'd', ',', 't', 'e', 'x', 't', '\n', '1', ',', (byte) 0x81};
    String refusal = TestFormats.read("x.csv", broken, japanese).refusals().getFirst();
    assertTrue(refusal, refusal.endsWith("x.csv:2: invalid windows-31j at byte 0, got 81"));
    for (String name : List.of("klingon", " ", "utf-16", "iso-2022-jp", "replacement")) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> InputRules.DEFAULT.withEncoding(name));
      assertTrue(e.getMessage(), e.getMessage().startsWith("--encoding must be a character set"));
    }
  }

  public void testAQuotedTableWithTabs() throws Exception {
    byte[] table = "\"id\"\t\"text\"\n1\t\"a\tb\"\n".getBytes(UTF_8);
    InputRules quoted = InputRules.DEFAULT.withFormat("csv", FieldRoles.DEFAULT);
    assertEquals(List.of("a\tb"), texts(TestFormats.read("x.tsv", table, quoted)));
  }

  /** As in JSON: nothing is null, in each column. */
  public void testEmptyAndMissingValuesAreAsInJson() throws Exception {
    for (String ids : List.of("id", "url")) {
      InputRules rules = InputRules.DEFAULT.withFormat("", new FieldRoles(ids, "title"));
      String[][] rows = {
        {ids, "text", "html", "title", "n"},
        {"1", "", "<p>page", "", ""},
        {"2", "", "", "", "3"},
        {"", "lost", "", "", ""},
      };
      StringBuilder table = new StringBuilder();
      StringBuilder objects = new StringBuilder();
      for (int line = 0; line < rows.length; line++) {
        String[] row = rows[line];
        table.append(String.join(",", row)).append('\n');
        if (line > 0) {
          objects
              .append(
                  IntStream.range(0, row.length)
                      .mapToObj(i -> "\"" + rows[0][i] + "\":" + json(row[i]))
                      .collect(Collectors.joining(",", "{", "}")))
              .append('\n');
        }
      }
      TestFormats.Result csv = TestFormats.read("x.csv", table.toString().getBytes(UTF_8), rules);
      TestFormats.Result json =
          TestFormats.read("x.jsonl", objects.toString().getBytes(UTF_8), rules);
      assertEquals(json.documents(), csv.documents());
      assertEquals(List.of("page", ""), texts(csv));
      for (TestFormats.Result each : Arrays.asList(csv, json)) {
        assertEquals(1, each.refusals().size());
        String refusal = each.refusals().getFirst();
        assertTrue(
            refusal, refusal.contains(": document without id: " + ids + " must have a value, got"));
      }
    }
  }

  private static String json(String value) {
    return value.isEmpty() ? "null" : String.format(Locale.ROOT, "\"%s\"", value);
  }

  public void testWhatIsNoTableEndsTheSource() throws Exception {
    TestFormats.Result result = read("x.csv", "\"id,text\n1,a\n");
    assertEquals(List.of(), result.ids());
    String refusal = result.refusals().getFirst();
    assertTrue(
        refusal,
        refusal.endsWith(
            "x.csv:1: the first line must name each column: row without closing quotation mark"));
  }

  public void testARowThatIsCutOffIsNoDocument() throws Exception {
    String table = "id,text\n1,one\n2,\"two\nthree\n4,four\n5,five and six";
    byte[] whole = TestFormats.compressed(table.getBytes(UTF_8), ".gz");
    byte[] cut = Arrays.copyOf(whole, whole.length - 10);
    TestFormats.Result result = TestFormats.read("x.csv.gz", cut);
    assertEquals(result.refusals().toString(), List.of("1", "4"), result.ids());
    assertTrue(
        result.refusals().getLast(),
        result.refusals().getLast().contains(": gzip is cut off or damaged: "));
  }
}

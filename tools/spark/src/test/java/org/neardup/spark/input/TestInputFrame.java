// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.spark.input.InputFrame.Request;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Frames hold what the command line reads, in its order. */
public class TestInputFrame {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final Random random = new Random(26);
  private Path folder;

  @Before
  public void setUp() throws IOException {
    folder = temporary.newFolder("with blank", "and \u00fcml\u00e4ut").toPath();
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return file.toString();
  }

  private static String line(Object id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  /** What the command line makes of inputs. */
  private static List<String> expected(List<String> inputs) throws InterruptedException {
    List<String> all = new ArrayList<>();
    new Inputs(inputs, InputStream.nullInputStream(), InputRules.DEFAULT)
        .read(
            raw -> {
              try {
                InputDocument read = raw.parser().parse(true);
                all.add(
                    String.join("|", read.id(), read.title(), read.text(), read.mainText())
                        + new java.util.TreeMap<>(read.fields()));
              } catch (BadInputException e) {
                // told by the problems
              }
            });
    return all;
  }

  private static List<String> read(Dataset<Row> documents) {
    return documents.sort(InputFrame.POSITION).collectAsList().stream()
        .map(TestInputFrame::told)
        .toList();
  }

  private static String told(Row row) {
    var fields = new java.util.TreeMap<String, List<String>>();
    row.<String, scala.collection.Seq<String>>getJavaMap(row.fieldIndex(InputFrame.FIELDS))
        .forEach(
            (name, values) ->
                fields.put(name, scala.jdk.javaapi.CollectionConverters.asJava(values)));
    return String.join(
            "|",
            row.<String>getAs(InputFrame.ID),
            row.<String>getAs(InputFrame.TITLE),
            row.<String>getAs(InputFrame.TEXT),
            row.<String>getAs(InputFrame.MAIN_TEXT))
        + fields;
  }

  private static Request request(List<String> arguments) {
    return new Request(arguments, InputRules.DEFAULT, List.of("text"), null, List.of());
  }

  private static InputFrame open(Request request) throws InterruptedException {
    return InputFrame.of(LocalSpark.session(), request, note -> {});
  }

  private void assertReadAsByTheCommandLine(String... inputs) throws InterruptedException {
    List<String> arguments = List.of(inputs);
    List<String> expected = expected(arguments);
    assertFalse(expected.isEmpty());
    assertEquals(expected, read(open(request(arguments)).documents()));
  }

  @Test
  public void testJsonOfAllShapes() throws Exception {
    String plain =
        file("a.jsonl", line("a", "one") + "{\"id\":2,\"tags\":[\"x\",\"y\"],\"n\":1.50}\n");
    String array =
        file("b.json", "[" + line("b", "two").strip() + ",\n" + line("c", "three") + "]");
    Path gzip = folder.resolve("c.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(line("d", "four").getBytes(UTF_8));
    }
    assertReadAsByTheCommandLine(gzip.toString(), plain, array, plain);
  }

  @Test
  public void testFoldersOfTextAndHtml() throws Exception {
    file("site/b/2.html", "<title>T</title><ul><li>menu</ul><p>" + "a long article ".repeat(40));
    file("site/b/1.txt", "plain");
    file("site/a.md", "# more");
    file("site/style.css", "");
    assertReadAsByTheCommandLine(folder.resolve("site").toString(), file("one.txt", "alone"));
  }

  @Test
  public void testArchives() throws Exception {
    Path zip = folder.resolve("lib-1-javadoc.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("p/Page.html"));
      out.write("<p>in a jar".getBytes(UTF_8));
    }
    assertReadAsByTheCommandLine(zip.toString(), warc("a.warc", 5), warc("b.warc", 3));
  }

  private String warc(String name, int pages) throws IOException {
    Path file = folder.resolve(name);
    try (WarcWriter writer =
        new WarcWriter(
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
      for (int i = 0; i < pages; i++) {
        byte[] body = ("<title>" + i + "</title><p>page " + i).getBytes(UTF_8);
        writer.write(
            new WarcResponse.Builder("http://" + name + "/" + i)
                .date(Instant.EPOCH.plusSeconds(i))
                .body(new HttpResponse.Builder(200, "OK").body(MediaType.HTML_UTF8, body).build())
                .build());
      }
    }
    return file.toString();
  }

  @Test
  public void testEachDocumentIsReadOnceWhateverTheSplits() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append(line(i, "\u00e9".repeat(random.nextInt(50))));
      text.append("\n".repeat(random.nextInt(2)));
    }
    List<String> file = List.of(file("a.jsonl", text.toString()));
    List<String> expected = expected(file);
    for (long bytes : new long[] {50, 333, 1000, 1_000_000}) {
      Dataset<Row> documents =
          InputFrame.of(LocalSpark.session(), request(file), bytes, note -> {}).documents();
      int partitions = documents.javaRDD().getNumPartitions();
      assertTrue(bytes + ": " + partitions, (partitions > 1) == (bytes < 1_000_000));
      assertEquals(expected, read(documents));
    }
  }

  @Test
  public void testBadRecordsAreKeptApartAndCountedOnce() throws Exception {
    String lines = line("a", "x") + "{oops\n" + line("b", "y") + "{\"text\":1}\n";
    String file = file("a.jsonl", lines);
    String missing = folder.resolve("missing.warc").toString();
    InputFrame input = open(request(List.of(file, missing)));
    assertEquals(2, input.documents().count());
    assertEquals(2, input.documents().count());
    InputCounts counts = input.counts();
    assertEquals(2, counts.documents());
    assertEquals(3, counts.failed());
    assertEquals(
        lines.lines().filter(each -> each.contains("id")).mapToLong(String::length).sum(),
        counts.bytes());
    List<String> problems = counts.problems().first();
    assertTrue(problems.getFirst(), problems.getFirst().startsWith(file + ":2: not JSON: "));
    assertEquals(
        List.of(
            file + ":4: document without id: id must have a value, got {\"text\":1}",
            missing + ": no such file or folder"),
        problems.subList(1, 3));
    List<Row> records = input.rejected().sort(InputFrame.WHERE).collectAsList();
    assertEquals(3, records.size());
    assertEquals(file + ":2", records.get(0).getString(0));
    assertTrue(records.get(0).getString(1).startsWith("not JSON"));
    assertEquals(RowFactory.create(missing, "no such file or folder"), records.get(2));
  }

  @Test
  public void testSeveralScopesAreNone() throws Exception {
    String two =
        "{\"id\":\"a\",\"site\":[\"x\",\"y\"]}\n{\"id\":\"b\",\"site\":\"x\"}\n{\"id\":\"c\"}\n";
    Request request =
        new Request(
            List.of(file("a.jsonl", two)),
            InputRules.DEFAULT,
            List.of("text"),
            "site",
            List.of("site"));
    InputFrame input = open(request);
    List<Row> rows = input.documents().sort("id").collectAsList();
    assertEquals(2, rows.size());
    assertEquals("x", rows.get(0).getAs("site"));
    assertNull(rows.get(1).<String>getAs("site"));
    assertEquals(
        request.arguments().getFirst()
            + ":1: a document must have one string value in scope field site, or not have that"
            + " field, got x and y",
        input.counts().problems().first().getFirst());
    assertTrue(input.counts().names().contains("site"));
  }

  @Test
  public void testWhatKindsGoByAndWhatIsCompared() throws Exception {
    String file =
        file(
            "a.jsonl",
            """
            {"id":"a","title":"T","text":"x","url":"http://u/","version":["v1","v2"]}
            {"id":"b","text":"y","path":"p","date":"d","version":"v"}
            """);
    Request request =
        new Request(List.of(file), InputRules.DEFAULT, List.of("title", "text"), null, List.of());
    List<Row> rows =
        open(request)
            .documents()
            .select(InputFrame.COMPARED, InputFrame.URL, InputFrame.DATE, InputFrame.PATH)
            .collectAsList();
    assertEquals("[[T\nx,http://u/,v1,], [y,,d,p]]", rows.toString());
  }

  @Test
  public void testParquetInTheOrderOfFilesAndRows() throws Exception {
    String json = file("a.jsonl", "");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines.append("{\"key\":" + i + ",\"text\":\"t" + i + "\",\"version\":" + i % 3 + "}\n");
    }
    Files.writeString(Path.of(json), lines);
    Dataset<Row> rows = LocalSpark.session().read().json(json);
    String first = folder.resolve("one").toString();
    String second = folder.resolve("two.parquet").toString();
    rows.filter("key >= 20").repartition(4).write().parquet(first);
    rows.filter("key < 20").sort("key").coalesce(1).write().parquet(second);
    assertTrue(ParquetFrame.isOne(first));
    assertTrue(ParquetFrame.isOne(second + "/"));
    assertFalse(ParquetFrame.isOne(json));
    Dataset<Row> read = ParquetFrame.read(LocalSpark.session(), List.of(second, first));
    List<Row> sorted = read.sort(InputFrame.POSITION).collectAsList();
    assertEquals(50, sorted.size());
    for (int i = 0; i < 20; i++) {
      assertEquals(Integer.toString(i), sorted.get(i).getAs("key").toString());
      assertEquals(Integer.toString(i % 3), sorted.get(i).getAs(InputFrame.DATE));
      assertEquals("", sorted.get(i).getAs(InputFrame.URL));
    }
    assertEquals(50, read.select(InputFrame.POSITION).distinct().count());
    assertEquals(
        sorted,
        ParquetFrame.read(LocalSpark.session(), List.of(second, first))
            .sort(InputFrame.POSITION)
            .collectAsList());
  }
}

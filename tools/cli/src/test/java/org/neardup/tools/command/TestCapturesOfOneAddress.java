// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressCodecs;

/** Of several captures of an address, the last of a page stays, or the last if there is none. */
@SuppressCodecs("SimpleText") // it has one doc values format for all fields
public class TestCapturesOfOneAddress extends LuceneTestCase {
  private static final String ADDRESS = "http://pier.example/";

  private String index;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir().resolve("index").toString();
  }

  public void testInOneRun() throws IOException {
    assertEquals("1", stays(200, 503));
    assertEquals("2", stays(503, 200));
    assertEquals("2", stays(200, 206));
    assertEquals("2", stays(404, 503));
    assertEquals("3", stays(503, 200, 200, 301, 404));
  }

  public void testInSeveralRuns() throws IOException {
    for (String variants : new String[] {"hide", "drop"}) {
      index = createTempDir().resolve("index").toString();
      index(warc(1, 404), "--variants", variants);
      index(warc(2, 200), "--variants", variants);
      Run later = index(warc(3, 500), "--variants", variants);
      assertTrue(
          later.err(),
          later
              .err()
              .endsWith(
                  ".warc:0: note: status 500: the earlier capture of " + ADDRESS + " stays\n"));
      assertEquals("2", staying());
      index(warc(4, 200), "--variants", variants);
      assertEquals("4", staying());
      index(warc(5, 500), "--variants", variants, "--force");
      assertEquals("5", staying());
    }
  }

  public void testAnOlderCaptureDoesNotReplaceALaterOne() throws IOException {
    String older = warc(2, 200).replace("2024", "2023");
    index(warc(1, 200) + older);
    assertEquals("1", staying());
    Run run = index(warc(3, 206).replace("2024", "2022"));
    assertTrue(
        run.err(),
        run.err()
            .endsWith("date 2022-05-06T07:08:09Z: the later capture of " + ADDRESS + " stays\n"));
    assertEquals("1", staying());
    index(warc(4, 200).replace("2024", "2025") + older);
    assertEquals("4", staying());
  }

  /** Whole, cut off, and without text: less never replaces more, in whatever order they come. */
  public void testWhatHoldsLessDoesNotReplaceWhatHoldsMore() throws IOException {
    String whole = warc(1, 200);
    String truncated =
        warc(2, 200).replace("Content-Length", "WARC-Truncated: length\r\nContent-Length");
    String damaged = warc(200, "Transfer-Encoding: chunked", "a\r\ncapture 3 \r\n7\r\nis dam");
    String empty = warc(200, "Content-Encoding: br", "\0\1");
    String failed = warc(5, 404);
    for (String less : new String[] {truncated, damaged, empty, failed}) {
      assertEquals("1", stays(whole + less));
      assertEquals("1", stays(less + whole));
      index = createTempDir().resolve("index").toString();
      index(whole);
      Run run = index(less);
      assertTrue(run.err(), run.err().contains(" capture of " + ADDRESS + " stays\n"));
      assertEquals("1", staying());
    }
    assertEquals("2", stays(truncated + empty));
    assertEquals("3", stays(empty + damaged));
    assertEquals("3", stays(truncated + damaged));
    assertEquals("2", stays(truncated + damaged.replace("2024", "2023")));
    assertEquals("1", stays(truncated + whole.replace("2024", "2023")));
    assertEquals("", stays(failed + empty));
  }

  public void testOtherDocumentsReplaceEachOther() throws IOException {
    String line = "{\"id\":\"http://a/\",\"status\":\"200\",\"text\":\"capture 1\"}\n";
    Run run =
        Run.withInput(
            line + line.replace("200", "503").replace("capture 1", "capture 2"),
            "index",
            "--index",
            index,
            "-");
    assertEquals(0, run.exitCode());
    assertEquals("2", staying());
  }

  /** Which of the captures stays, from 1. */
  private String stays(int... statuses) throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < statuses.length; i++) {
      all.append(warc(i + 1, statuses[i]));
    }
    return stays(all.toString());
  }

  private String stays(String archive) throws IOException {
    index = createTempDir().resolve("index").toString();
    index(archive);
    return staying();
  }

  private static String warc(int number, int status) {
    return warc(status, "X-Number: " + number, "capture " + number);
  }

  private static String warc(int status, String header, String body) {
    String http =
        "HTTP/1.1 " + status + " x\r\nContent-Type: text/plain\r\n" + header + "\r\n\r\n" + body;
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: "
        + ADDRESS
        + "\r\nWARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http\r\n"
        + "Content-Length: "
        + http.length()
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }

  private Run index(String archive, String... options) throws IOException {
    Path file = Files.write(createTempDir().resolve("x.warc"), archive.getBytes(UTF_8));
    String[] args = new String[options.length + 4];
    args[0] = "index";
    args[1] = "--index";
    args[2] = index;
    System.arraycopy(options, 0, args, 3, options.length);
    args[args.length - 1] = file.toString();
    Run run = Run.neardup(args);
    int expected = run.err().contains("chunks began") ? 1 : 0; // what is missing was named
    assertEquals(run.err(), expected, run.exitCode());
    return run;
  }

  private String staying() throws IOException {
    StringBuilder found = new StringBuilder();
    for (int i = 1; i < 6; i++) {
      Run run =
          Run.neardup("search", "--index", index, "--mode", "all", "--json", "+capture +" + i);
      found.append(run.json().get("documents").asInt() > 0 ? i : "");
    }
    return found.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.tools.Await;
import org.neardup.tools.command.Run;
import org.neardup.tools.index.GroupsReport;
import org.neardup.tools.index.GroupsReport.Order;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.StatsReport;
import org.neardup.tools.report.Survey;

/** Values are computed once for a commit, and again for the next. */
public class TestPerCommit {
  private static final int THREADS = 8;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final AtomicInteger computed = new AtomicInteger();

  private Path path() {
    return folder.getRoot().toPath().resolve("news.idx");
  }

  private void add(String... documents) {
    String lines = String.join("\n", documents);
    Run run = Run.withInput(lines, "index", "--index", path().toString(), "-");
    assertEquals(run.err(), 0, run.exitCode());
  }

  /** How many documents there are, and the key. */
  private PerCommit<String, String> counts(int most) {
    return new PerCommit<>(
        most,
        (index, key) -> {
          computed.incrementAndGet();
          return index.all().numDocs() + key;
        });
  }

  @Test
  public void testOneThreadComputesWhileOthersWait() throws Exception {
    add(Served.document("id", "a", "text", "wharf"));
    CountDownLatch asked = new CountDownLatch(THREADS);
    PerCommit<String, Object> values =
        new PerCommit<>(
            1,
            (index, key) -> {
              computed.incrementAndGet();
              try {
                asked.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              return new Object();
            });
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Object>> got = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        got.add(
            threads.submit(
                () -> {
                  asked.countDown();
                  return values.of(index.within(() -> false), "key");
                }));
      }
      Set<Object> different = new HashSet<>();
      for (Future<Object> each : got) {
        different.add(each.get());
      }
      assertEquals(1, different.size());
      assertEquals(1, computed.get());
    }
  }

  @Test
  public void testANewCommitDropsAllValues() throws IOException {
    add(Served.document("id", "a", "text", "wharf"));
    PerCommit<String, String> counts = counts(10);
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      assertEquals("1x", counts.of(index, "x"));
      assertEquals("1y", counts.of(index, "y"));
      assertEquals("1x", counts.of(index, "x"));
      assertEquals(2, computed.get());
      add(Served.document("id", "b", "text", "ferry"));
      NeardupIndex later = index.refreshed();
      try {
        assertEquals("2x", counts.of(later, "x"));
        assertEquals("2y", counts.of(later, "y"));
        assertEquals("a reader of the commit before", "1x", counts.of(index, "x"));
        assertEquals("2x", counts.of(later, "x"));
        assertEquals(6, computed.get());
      } finally {
        later.all().decRef();
      }
    }
  }

  @Test
  public void testOnlyTheValuesLastAskedForAreKept() throws IOException {
    add(Served.document("id", "a", "text", "wharf"));
    PerCommit<String, String> counts = counts(2);
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      for (String key : List.of("x", "y", "x", "z", "x")) {
        assertEquals("1" + key, counts.of(index, key));
      }
      assertEquals("x, y and z", 3, computed.get());
      counts.of(index, "y");
      assertEquals("y went for z", 4, computed.get());
    }
  }

  @Test
  public void testAFailureIsNotKept() throws IOException {
    add(Served.document("id", "a", "text", "wharf"));
    PerCommit<String, Integer> values =
        new PerCommit<>(
            1,
            (index, key) -> {
              return switch (computed.incrementAndGet()) {
                case 1 -> throw new IOException("a broken file");
                case 2 -> throw new IllegalStateException("a bug");
                default -> 3;
              };
            });
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      IOException broken = assertThrows(IOException.class, () -> values.of(index, "x"));
      assertEquals("a broken file", broken.getMessage());
      assertThrows(IllegalStateException.class, () -> values.of(index, "x"));
      assertEquals(3, (int) values.of(index, "x"));
      assertEquals(3, (int) values.of(index, "x"));
      assertEquals(3, computed.get());
    }
  }

  /** What is computed once may take longer than a request, which is answered all the same. */
  @Test
  public void testTheFirstPageWaitsForItsOverview() throws IOException {
    add(group("a", 1, 1));
    AtomicBoolean isOver = new AtomicBoolean();
    Site site = new Site(new IndexFolder(path()), "date", List.of(), null);
    PerCommit<FirstPage.Cost, Survey> surveys =
        new PerCommit<>(
            1,
            (index, cost) -> {
              isOver.set(true);
              return Survey.of(index, site.cards());
            });
    FirstPage page = new FirstPage(site, surveys);
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      NeardupIndex timed = index.within(isOver::get);
      assertEquals(200, page.answer(timed, new Parameters("")).status());
      assertTrue(isOver.get());
      assertThrows(ExitingReaderException.class, timed::counts);
    }
  }

  /** The numbers are there at once, and the rest as soon as somebody computed it. */
  @Test
  public void testWhatIsNotComputedYetIsLeftOut() throws IOException {
    add(group("a", 1, 1));
    Site site = new Site(new IndexFolder(path()), "date", List.of(), null);
    FirstPage page = FirstPage.of(site);
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      Document now = Jsoup.parse(page.answerNow(index, new Parameters("")).content());
      assertEquals(List.of("3", "1", "2", "1"), now.select(".numbers dd").eachText());
      assertEquals(FirstPage.WHOLE, now.selectFirst("#later").attr("href"));
      assertNull(now.getElementById("what-if"));
      page.prepare(index);
      Document later = Jsoup.parse(page.answerNow(index, new Parameters("")).content());
      assertNull(later.getElementById("later"));
      assertNotNull(later.getElementById("what-if"));
      assertEquals(
          page.answer(index, new Parameters("")).content(),
          page.answerNow(index, new Parameters("")).content());
    }
  }

  /** A group of {@code copies + 2} documents, the last of which has so many other words. */
  private static String[] group(String name, int copies, int others) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 80; word++) {
      text.append(name).append('x').append(word).append(' ');
    }
    String[] documents = new String[copies + 2];
    for (int i = 0; i < documents.length; i++) {
      String end = i > copies ? "other ".repeat(others) : "";
      String date = String.format(Locale.ROOT, "20%02d-01-01", 10 + others + i);
      documents[i] = Served.document("id", name + i, "text", text + end, "date", date);
    }
    return documents;
  }

  private List<String> afresh(Order order) throws IOException {
    try (NeardupIndex index = NeardupIndex.open(new IndexFolder(path()))) {
      GroupsReport.Request all =
          new GroupsReport.Request(MatchAllDocsQuery.INSTANCE, 0, Integer.MAX_VALUE, 1);
      List<Long> ordered = GroupsReport.ordered(index, order, "date");
      return GroupsReport.of(index, ordered, all).report().groups().stream()
          .map(StatsReport.Group::id)
          .toList();
    }
  }

  private static List<String> served(Served served, Order order) throws IOException {
    JsonNode json = served.json("/api/groups?sort=" + order.name().toLowerCase(Locale.ROOT));
    List<String> ids = new ArrayList<>();
    json.get("groups").forEach(group -> ids.add(group.get("id").asText()));
    return ids;
  }

  /** The orders of groups are those that would be computed for each request. */
  @Test
  public void testOrdersOfGroupsAreThoseOfTheLastCommit() throws Exception {
    try (Served served = new Served(folder.getRoot().toPath(), group("a", 3, 2))) {
      Map<Order, List<String>> last = new EnumMap<>(Order.class);
      for (int commit = 0; commit < 4; commit++) {
        served.add(group("b" + commit, commit, 1 + commit));
        int groups = commit + 2;
        Await.until("the commit is seen", () -> served(served, Order.SIZE).size() == groups);
        for (Order order : Order.values()) {
          List<String> expected = afresh(order);
          assertEquals(order.toString(), expected, served(served, order));
          assertEquals("kept", expected, served(served, order));
          assertNotEquals(expected, last.put(order, expected));
        }
      }
      assertEquals("orders differ", 3, new HashSet<>(last.values()).size());
    }
  }
}

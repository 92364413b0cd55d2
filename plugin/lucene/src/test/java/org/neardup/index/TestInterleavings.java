// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.TextSketcher;
import org.neardup.index.DocumentChanges.OneDocument;
import org.neardup.index.ModelOperation.Delete;
import org.neardup.index.ModelOperation.Update;
import org.neardup.index.NaiveEngine.Place;
import org.neardup.internal.codec.NearDupCodec;
import org.neardup.internal.compare.Verdicts;
import org.neardup.internal.groups.GroupTable;
import org.neardup.internal.groups.LiveDocument;
import org.neardup.internal.groups.Placement;
import org.neardup.internal.record.NearDupFields;
import org.neardup.internal.record.RecordWriter;

/**
 * All orders in which the steps of two or three operations can follow each other, over a {@link
 * GroupTable} and an index writer: a document is placed, written or not, and then noted as written
 * or withdrawn; a deletion is one step. WriterGuard on one id do not overlap, as {@link
 * CollapsingIndexWriter} sees to it.
 *
 * <p>After each order the index, refreshed, must be as {@link NaiveEngine} has it after the same
 * placements and withdrawals, and the table must have said the same before the refresh. Only where
 * documents are dropped the naive engine does not serve, as it drops at once what the real one
 * keeps until the document that it is dropped for is written; then every document that was accepted
 * must be there, or a near-duplicate of it.
 */
public class TestInterleavings extends LuceneTestCase {
  /** Each resembles the next one, and no other. */
  private static final List<String> CHAIN = List.of(window(0), window(6), window(12));

  private static final String FAR = window(500);

  private static String window(int from) {
    List<String> words = new ArrayList<>();
    for (int i = from; i < from + 102; i++) {
      words.add("w" + i);
    }
    return String.join(" ", words);
  }

  /** What is there before, and what is done at the same time. */
  private record Scenario(
      CollapseConfig config,
      List<Update> before,
      boolean refreshed,
      List<ModelOperation> operations) {}

  private static Update update(String id, String text) {
    return new Update(id, text, null, null);
  }

  private static final List<List<Update>> BEFORE =
      List.of(
          List.of(),
          List.of(update("r", CHAIN.get(0))),
          List.of(update("r", CHAIN.get(1)), update("v", CHAIN.get(1))),
          List.of(update("r", CHAIN.get(1)), update("v", CHAIN.get(2)), update("u", CHAIN.get(0))),
          List.of(update("r", CHAIN.get(0)), update("v", CHAIN.get(2))));

  private static List<Scenario> scenarios(int operations) throws IOException {
    List<Scenario> scenarios = new ArrayList<>();
    for (List<ModelOperation> together : combinations(operations)) {
      for (List<Update> before : BEFORE) {
        for (String preference : List.of("first", "last")) {
          for (Variants variants : List.of(Variants.HIDE, Variants.DROP)) {
            CollapseConfig config =
                TextUniverse.config(0.8)
                    .withVariants(variants)
                    .withPreference(Preference.parse(preference));
            scenarios.add(new Scenario(config, before, false, together));
            scenarios.add(new Scenario(config, before, true, together));
          }
        }
      }
    }
    return scenarios;
  }

  /** All unordered choices of so many operations, one on a new id at most for each. */
  private static List<List<ModelOperation>> combinations(int count) {
    List<List<ModelOperation>> all = List.of(List.of());
    for (int i = 0; i < count; i++) {
      List<ModelOperation> next = new ArrayList<>();
      for (String text : CHAIN) {
        next.add(update("new" + i, text));
        next.add(update("r", text));
      }
      next.add(update("r", FAR));
      next.add(update("v", CHAIN.get(1)));
      next.add(new Delete("r"));
      next.add(new Delete("v"));
      List<List<ModelOperation>> longer = new ArrayList<>();
      for (List<ModelOperation> chosen : all) {
        for (ModelOperation operation : next) {
          List<ModelOperation> more = new ArrayList<>(chosen);
          more.add(operation);
          longer.add(more);
        }
      }
      all = longer;
    }
    return all;
  }

  public void testTwoOperations() throws IOException {
    List<Scenario> scenarios = scenarios(2);
    Collections.shuffle(scenarios, random());
    int explored = 0;
    try (Bench bench = new Bench()) {
      for (Scenario scenario : TEST_NIGHTLY ? scenarios : scenarios.subList(0, 12)) {
        explored += bench.explore(scenario, 0, 1, 2, 3);
      }
    }
    assertTrue("explored only " + explored, explored > (TEST_NIGHTLY ? 100_000 : 100));
  }

  public void testThreeOperations() throws IOException {
    List<Scenario> scenarios = scenarios(3);
    Collections.shuffle(scenarios, random());
    int explored = 0;
    try (Bench bench = new Bench()) {
      for (Scenario scenario : TEST_NIGHTLY ? scenarios.subList(0, 500) : scenarios.subList(0, 1)) {
        explored += bench.explore(scenario, random().nextInt(8));
      }
    }
    assertTrue("explored only " + explored, explored >= 6);
  }

  /** Three documents of a chain that arrive at once: the largest number of orders that there is. */
  public void testThreeArrivals() throws IOException {
    String preference = RandomPicks.randomFrom(random(), List.of("first", "last"));
    Variants variants = RandomPicks.randomFrom(random(), List.of(Variants.HIDE, Variants.DROP));
    CollapseConfig config =
        TextUniverse.config(0.8)
            .withVariants(variants)
            .withPreference(Preference.parse(preference));
    List<ModelOperation> arrivals = new ArrayList<>();
    for (String text : CHAIN) {
      arrivals.add(update("new" + arrivals.size(), text));
    }
    try (Bench bench = new Bench()) {
      int failures = random().nextInt(8);
      assertEquals(1680, bench.explore(new Scenario(config, List.of(), false, arrivals), failures));
    }
  }

  /** An index writer for one run after the other. */
  private static final class Bench implements Closeable {
    private final Directory directory = new ByteBuffersDirectory();
    private final TextUniverse universe;
    private final TextSketcher sketcher;
    private final IndexWriter writer;
    private final DirectoryReader empty;

    Bench() throws IOException {
      List<String> texts = new ArrayList<>(CHAIN);
      texts.add(FAR);
      universe = TextUniverse.of(0.8, texts);
      sketcher = TextUniverse.config(0.8).textSketcher(new WhitespaceAnalyzer());
      writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig(new WhitespaceAnalyzer())
                  .setMergePolicy(NoMergePolicy.INSTANCE)
                  .setCodec(
                      NearDupCodec.wrap(
                          new Lucene104Codec(), NearDupFields.SKETCH, sketcher.parameters())));
      empty = DirectoryReader.open(writer);
    }

    @Override
    public void close() throws IOException {
      IOUtils.close(empty, writer, directory);
    }

    /**
     * Runs a scenario in all orders.
     *
     * @param failures for each exploration, the operations whose writes fail, as bits
     * @return how many runs there were
     */
    int explore(Scenario scenario, int... failures) throws IOException {
      int runs = 0;
      for (int failing : failures) {
        for (List<Integer> order : orders(scenario)) {
          try {
            new Run(scenario, failing).run(order);
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(scenario + " failing " + failing + " order " + order, e);
          }
          runs++;
        }
      }
      return runs;
    }

    private static List<List<Integer>> orders(Scenario scenario) {
      List<List<Integer>> orders = new ArrayList<>();
      extend(scenario.operations, new ArrayList<>(), orders);
      return orders;
    }

    private static void extend(
        List<ModelOperation> operations, List<Integer> order, List<List<Integer>> orders) {
      ToIntFunction<Integer> done = i -> Collections.frequency(order, i);
      boolean complete = true;
      for (int i = 0; i < operations.size(); i++) {
        if (done.applyAsInt(i) < steps(operations.get(i))) {
          complete = false;
          boolean blocked = false;
          for (int j = 0; j < operations.size(); j++) {
            boolean underWay =
                done.applyAsInt(j) > 0 && done.applyAsInt(j) < steps(operations.get(j));
            blocked |= i != j && underWay && id(operations.get(i)).equals(id(operations.get(j)));
          }
          if (!blocked) {
            order.add(i);
            extend(operations, order, orders);
            order.removeLast();
          }
        }
      }
      if (complete) {
        orders.add(List.copyOf(order));
      }
    }

    private static int steps(ModelOperation operation) {
      return operation instanceof Update ? 3 : 1;
    }

    private static String id(ModelOperation operation) {
      return operation instanceof Update update ? update.id() : ((Delete) operation).id();
    }

    /** One order of one scenario. */
    private final class Run {
      private final Scenario scenario;
      private final Preparer preparer;
      private final RecordWriter records;
      private final GroupTable table;
      private final NaiveEngine naive;
      private final List<Update> updates = new ArrayList<>();
      private final List<Placement> placements = new ArrayList<>();
      private final List<NaiveEngine.Doc> replaced = new ArrayList<>();
      private final List<Integer> tried = new ArrayList<>();
      private final int failing;

      Run(Scenario scenario, int failing) throws IOException {
        this.scenario = scenario;
        this.failing = failing;
        preparer = new Preparer(this, scenario.config, sketcher, new RecentTexts(0));
        records = new RecordWriter(writer, scenario.config.idField());
        table =
            new GroupTable(
                scenario.config.groupSettings(Double.POSITIVE_INFINITY),
                sketcher,
                records,
                (id, representative) -> {},
                (former, representative) -> {},
                0,
                new Verdicts());
        naive = new NaiveEngine(universe, scenario.config);
        for (ModelOperation operation : scenario.operations) {
          updates.add(operation instanceof Update update ? update : null);
          placements.add(null);
          replaced.add(null);
        }
      }

      void run(List<Integer> order) throws IOException {
        writer.deleteAll();
        table.refreshed(empty, false);
        for (Update update : scenario.before) {
          Placement placement = place(update);
          write(update, placement, false);
          finish(placement);
          update.applyTo(naive);
        }
        if (!scenario.refreshed) {
          perform(order);
          return;
        }
        try (DirectoryReader begin = DirectoryReader.open(writer)) {
          table.refreshed(begin, true);
          perform(order);
        }
      }

      private void perform(List<Integer> order) throws IOException {
        for (int operation : order) {
          step(operation);
        }
        check();
      }

      private PreparedDocument prepare(Update update) throws IOException {
        return preparer.prepare(update.document());
      }

      private Placement place(Update update) throws IOException {
        PreparedDocument prepared = prepare(update);
        return table.place(prepared.id(), prepared.sketched(), prepared.rank(), false);
      }

      private void step(int operation) throws IOException {
        boolean fails = (failing & (1 << operation)) != 0;
        Update update = updates.get(operation);
        Placement placement = placements.get(operation);
        if (update == null) {
          delete(((Delete) scenario.operations.get(operation)).id());
        } else if (placement == null) {
          placements.set(operation, place(update));
          replaced.set(operation, naive.document(update.id()));
          update.applyTo(naive);
        } else if (!tried.contains(operation)) {
          tried.add(operation);
          write(update, placement, fails);
        } else if (fails) {
          table.withdraw(placement);
          naive.withdraw(update.id(), replaced.get(operation));
        } else {
          finish(placement);
        }
      }

      /** One step, as nothing that others do in between makes a difference. */
      private void finish(Placement placement) throws IOException {
        if (!placement.finish()) {
          table.written(placement);
        }
      }

      private void delete(String id) throws IOException {
        assertTrue(
            naive.delete(id) == table.delete(id) || scenario.config.variants() == Variants.DROP);
      }

      private void write(Update update, Placement placement, boolean fails) throws IOException {
        if (placement.dropped() && placement.replaced() != null && !fails) {
          records.delete(placement.document().id);
        } else if (!placement.dropped()) {
          Document document = prepare(update).document();
          if (placement.isAwaited()) {
            placement.takePlaceOfNow();
          }
          OneDocument written = new OneDocument(() -> fields(document, placement));
          if (fails) {
            document.add(new StringField("immense", "x".repeat(40_000), Field.Store.NO));
            expectThrows(IllegalArgumentException.class, () -> write(written, placement));
          } else {
            write(written, placement);
          }
          assertEquals(!fails, written.isIndexed());
        }
      }

      private void write(OneDocument document, Placement placement) throws IOException {
        records.write(placement.document().id, placement.replaced() != null, document);
      }

      private List<IndexableField> fields(Document document, Placement placement) {
        List<IndexableField> fields = new ArrayList<>(document.getFields());
        fields.addAll(records.fields(placement.record()));
        return fields;
      }

      private void check() throws IOException {
        if (scenario.config.variants() == Variants.HIDE) {
          probe();
        }
        Map<String, String> before = tableState();
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          Map<String, Place> places = IndexState.read(reader, scenario.config.variants());
          IndexState.assertInvariants(places, universe, scenario.config);
          if (scenario.config.variants() == Variants.HIDE) {
            assertEquals(naive.places(), places);
          } else {
            assertNothingLost(places);
          }
          table.refreshed(reader, true);
          assertEquals("table before and after a refresh", before, tableState());
        }
      }

      /** A reservation that a failed write left would show. */
      private void probe() throws IOException {
        for (String text : CHAIN) {
          Update probe = update("p", text);
          assertEquals(
              probe.applyTo(naive).getClass() == Outcome.Hidden.class, placeAndWithdraw(probe));
          naive.withdraw("p", null);
        }
      }

      private boolean placeAndWithdraw(Update probe) throws IOException {
        Placement placement = place(probe);
        table.withdraw(placement);
        return placement.behind() != null;
      }

      private void assertNothingLost(Map<String, Place> places) {
        Map<String, String> accepted = new TreeMap<>();
        scenario.before.forEach(update -> accepted.put(update.id(), update.text()));
        for (int i = 0; i < updates.size(); i++) {
          Update update = updates.get(i);
          boolean fails = (failing & (1 << i)) != 0;
          if (update == null || (!fails && accepted.put(update.id(), update.text()) != null)) {
            return; // what a document was dropped for may be gone
          }
        }
        // What one was dropped for may have been dropped for another in its turn.
        Set<String> accountedFor = new HashSet<>(places.keySet());
        for (int i = 0; i < accepted.size(); i++) {
          accepted.forEach(
              (id, text) -> {
                if (accountedFor.stream()
                    .anyMatch(other -> universe.resemblance(accepted.get(other), text) >= 0.8)) {
                  accountedFor.add(id);
                }
              });
        }
        assertTrue(accepted + " but " + places, accountedFor.containsAll(accepted.keySet()));
      }

      /** What the table says of each id: the group, and whether it is hidden. */
      private Map<String, String> tableState() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (String id : List.of("r", "u", "v", "new0", "new1", "new2", "p")) {
          LiveDocument entry = table.documents().find(id);
          if (entry != null) {
            state.put(id, entry.group() + (entry.isHidden() ? " hidden" : ""));
          }
        }
        return state;
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.neardup.compare.Guard;
import org.neardup.compare.PairVerdict;

/** What is done to the real engine and to the naive one alike. */
sealed interface ModelOperation {

  /** An arrival; scope and rank may be null. */
  record Update(String id, String text, String scope, Long rank) implements ModelOperation {
    Document document() {
      Document document = new Document();
      document.add(new StringField("id", id, Field.Store.YES));
      document.add(new TextField("text", text, Field.Store.YES));
      if (scope != null) {
        document.add(new StringField("scope", scope, Field.Store.YES));
      }
      if (rank != null) {
        document.add(new StringField("rank", Long.toString(rank), Field.Store.YES));
      }
      return document;
    }

    @Override
    public String toString() {
      return id + " scope " + scope + " rank " + rank + " " + TextUniverse.name(text);
    }

    Outcome applyTo(NaiveEngine naive) {
      return naive.update(id, text, scope, rank);
    }

    static Update draw(Random random, TextUniverse universe, String idPrefix, int ids) {
      int id = random.nextInt(ids);
      Long rank = random.nextInt(6) == 0 ? null : 1000L * random.nextInt(3) + id;
      return new Update(
          idPrefix + id,
          universe.draw(random),
          RandomPicks.randomFrom(random, TextUniverse.SCOPES),
          rank);
    }
  }

  record Delete(String id) implements ModelOperation {}

  record DeleteByWord(String word) implements ModelOperation {}

  record Refresh() implements ModelOperation {}

  record Commit() implements ModelOperation {}

  record Rollback() implements ModelOperation {}

  record Reopen() implements ModelOperation {}

  record ForceMerge(int segments) implements ModelOperation {}

  record Reconcile() implements ModelOperation {}

  record Retune(CollapseConfig config) implements ModelOperation {}

  record Judge(List<PairVerdict> verdicts, boolean isRetuning) implements ModelOperation {}

  record AddIndex(List<Update> documents) implements ModelOperation {}

  /** Something that writes, without maintenance. */
  static ModelOperation drawWrite(Random random, TextUniverse universe, int ids) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> new Delete(Integer.toString(random.nextInt(ids)));
      case 2 ->
          random.nextInt(3) == 0
              ? new DeleteByWord(TextUniverse.drawWord(random))
              : new Delete(Integer.toString(random.nextInt(ids)));
      default -> Update.draw(random, universe, "", ids);
    };
  }

  /**
   * Anything.
   *
   * @param thresholds that retuning may choose from
   */
  static ModelOperation draw(
      Random random, TextUniverse universe, CollapseConfig config, int ids, double... thresholds) {
    return switch (random.nextInt(40)) {
      case 0, 1, 2, 3, 4, 5 -> new Refresh();
      case 6, 7 -> new Commit();
      case 8 -> new Rollback();
      case 9 -> new Reopen();
      case 10 -> new ForceMerge(1 + random.nextInt(2));
      case 11 -> new Reconcile();
      case 12 -> new Retune(retuned(random, config, thresholds));
      case 13 -> drawAddIndex(random, universe);
      case 14 -> drawVerdicts(random, ids);
      default -> drawWrite(random, universe, ids);
    };
  }

  private static CollapseConfig retuned(
      Random random, CollapseConfig config, double... thresholds) {
    return config
        .withThreshold(thresholds[random.nextInt(thresholds.length)])
        .withVariants(RandomPicks.randomFrom(random, Variants.values()))
        .withGuards(
            random.nextBoolean() ? config.guards().toArray(Guard[]::new) : drawGuards(random))
        .withPreference(drawPreference(random));
  }

  static Guard[] drawGuards(Random random) {
    return Stream.of(
            Guard.NUMBERS, Guard.NEGATIONS, Guard.NAMES, Guard.field("rank"), Guard.LOSSLESS)
        .filter(guard -> random.nextInt(3) == 0)
        .toArray(Guard[]::new);
  }

  static Preference drawPreference(Random random) {
    return Preference.parse(
        RandomPicks.randomFrom(
            random,
            List.of(
                "first",
                "last",
                "longest",
                "longest,last",
                "max:rank",
                "min:rank,last",
                "longest,max:rank,last",
                "max:rank,longest")));
  }

  private static ModelOperation drawVerdicts(Random random, int ids) {
    List<PairVerdict> verdicts = new ArrayList<>();
    for (int i = random.nextInt(2 * ids); i >= 0; i--) {
      int a = random.nextInt(ids);
      int b = (a + 1 + random.nextInt(ids - 1)) % ids;
      verdicts.add(
          new PairVerdict(
              Integer.toString(a),
              Integer.toString(b),
              RandomPicks.randomFrom(random, PairVerdict.Kind.values())));
    }
    return new Judge(verdicts, random.nextBoolean());
  }

  private static ModelOperation drawAddIndex(Random random, TextUniverse universe) {
    String prefix = "x".repeat(1 + random.nextInt(5)) + random.nextInt(1 << 30) + "_";
    List<Update> documents = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      documents.add(Update.draw(random, universe, prefix, 4));
    }
    return new AddIndex(documents);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;
import org.neardup.spark.input.LocalSpark;

/** {@code neardup-spark one-version} as a user sees it. */
public class TestOneVersionCommand extends CommandTestCase {
  private static final String DOCUMENTS =
      "{\"id\":\"a\",\"title\":\"T\",\"date\":\"2026-01-01\",\"text\":\""
          + FIRE
          + "\"}\n"
          + "{\"id\":\"b\",\"date\":\"2026-01-02\",\"tags\":[\"x\",\"y\"],\"text\":\""
          + FIRE
          + " y\"}\n"
          + line("c", "")
          + line("d", "The ferry is back in service");

  @Test
  public void testSurvivingDocumentsHaveTheirFieldsAndTwoMore() throws IOException {
    succeed("one-version", file("a.jsonl", DOCUMENTS));
    assertEquals(
        List.of(
            "{\"id\":\"a\",\"title\":\"T\",\"text\":\""
                + FIRE
                + "\",\"date\":\"2026-01-01\",\"neardup_representative\":\"a\",\"neardup_versions\":[\"b\"]}",
            "{\"id\":\"c\",\"text\":\"\",\"neardup_representative\":\"c\",\"neardup_versions\":[]}",
            "{\"id\":\"d\",\"text\":\"The ferry is back in"
                + " service\",\"neardup_representative\":\"d\",\"neardup_versions\":[]}"),
        parts("documents").stream().sorted().toList());
  }

  @Test
  public void testThePreferredVersionSurvivesAndCanBeIndexedAndReadAgain() throws IOException {
    succeed("one-version", "--keep", "max:date", file("a.jsonl", DOCUMENTS + corpus(200, 4)));
    List<String> once = parts("documents");
    assertTrue(
        once.contains(
            "{\"id\":\"b\",\"text\":\""
                + FIRE
                + " y\",\"date\":\"2026-01-02\",\"tags\":[\"x\",\"y\"],\"neardup_representative\":\"b\","
                + "\"neardup_versions\":[\"a\"]}"));
    Path kept = Files.move(found, folder.resolve("kept"));
    String[] parts =
        names(kept.resolve("documents")).stream()
            .map(name -> kept.resolve("documents").resolve(name).toString())
            .toArray(String[]::new);
    Outcome indexed =
        Outcome.neardup(
            Stream.concat(
                    Stream.of("index", "--index", folder.resolve("index").toString()),
                    Stream.of(parts))
                .toArray(String[]::new));
    assertEquals(indexed.err(), 0, indexed.exitCode());
    succeed("one-version", parts);
    List<String> twice = parts("documents");
    assertTrue(twice.size() <= once.size());
    assertTrue(twice.size() > once.size() * 9 / 10);
  }

  @Test
  public void testColumnsOfParquetStayAsTheyAre() throws IOException {
    String input = folder.resolve("in.parquet").toString();
    LocalSpark.session()
        .read()
        .json(
            file(
                "a.jsonl",
                "{\"n\":1,\"score\":0.5,\"body\":\""
                    + FIRE
                    + "\"}\n{\"n\":2,\"body\":\""
                    + FIRE
                    + "\"}\n{\"n\":3}\n{\"body\":\"x\"}\n"))
        .coalesce(1)
        .write()
        .parquet(input);
    Outcome outcome =
        run("one-version", "--format=parquet", "--id-field=n", "--text-field=body", input);
    assertEquals(outcome.err(), 1, outcome.exitCode());
    Dataset<Row> rows = LocalSpark.session().read().parquet(found.resolve("documents").toString());
    assertEquals(
        "struct<body:string,n:bigint,score:double,neardup_representative:string,"
            + "neardup_versions:array<string>>",
        rows.schema().simpleString());
    assertEquals(2, rows.count());
    assertEquals(1L, rows.sort("n").first().<Long>getAs("n").longValue());
    assertTrue(outcome.err(), outcome.err().contains("1 bad record in all"));
    String rejected = parts("rejected").getFirst();
    assertTrue(rejected, rejected.endsWith(":4\",\"reason\":\"n must not be null\"}"));
    found = folder.resolve("json");
    run("one-version", "--id-field=n", "--text-field=body", input);
    assertEquals(
        List.of(
            "{\"body\":\""
                + FIRE
                + "\",\"n\":1,\"score\":0.5,\"neardup_representative\":\"1\",\"neardup_versions\":[\"2\"]}",
            "{\"n\":3,\"neardup_representative\":\"3\",\"neardup_versions\":[]}"),
        parts("documents").stream().sorted().toList());
  }

  /** No text is no failure, in whatever a document is read from. */
  @Test
  public void testNullAndMissingTextsAreTheSameInAllInputs() throws IOException {
    String json =
        file(
            "b.jsonl",
            line("1", FIRE)
                + "{\"id\":\"2\",\"text\":null}\n"
                + line("3", "")
                + "{\"id\":\"4\"}\n");
    String parquet = folder.resolve("nulls.parquet").toString();
    LocalSpark.session().read().json(json).coalesce(1).write().parquet(parquet);
    for (String input : List.of(json, parquet)) {
      Outcome outcome = succeed("one-version", "--force", input);
      assertEquals("", outcome.err());
      assertEquals(input, 4, parts("documents").size());
    }
  }
}

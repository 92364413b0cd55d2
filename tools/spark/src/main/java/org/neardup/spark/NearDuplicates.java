// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import java.util.Objects;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Finds the near-duplicates of a data frame. Immutable: each setter gives another one. */
public final class NearDuplicates {
  private final SparkSession spark;

  private NearDuplicates(SparkSession spark) {
    this.spark = Objects.requireNonNull(spark, "spark");
  }

  /** Begins with the defaults of {@code neardup cluster}. */
  public static NearDuplicates of(SparkSession spark) {
    return new NearDuplicates(spark);
  }

  /** Column of strings that name documents; default {@code id}. */
  public NearDuplicates id(String column) {
    return todo(column);
  }

  /** Columns whose values make the text, one after the other on a line of its own. */
  public NearDuplicates text(String... columns) {
    return todo(columns);
  }

  /** Order of the documents, ascending; default: id. */
  public NearDuplicates order(Column... columns) {
    return todo(columns);
  }

  /** Column of longs, none twice, that number the documents in their order; spares a sort. */
  public NearDuplicates position(String column) {
    return todo(column);
  }

  /** The criteria of {@code neardup index --keep}: which document stands for the others. */
  public NearDuplicates preference(String criteria) {
    return todo(criteria);
  }

  /** Column across whose values nothing is a near-duplicate. */
  public NearDuplicates scope(String column) {
    return todo(column);
  }

  /** Least resemblance of near-duplicates, above 0, at most 1. */
  public NearDuplicates threshold(double threshold) {
    return todo(threshold);
  }

  /** {@code word:K}, {@code char:K} or {@code bag}. */
  public NearDuplicates shingling(String shingling) {
    return todo(shingling);
  }

  /** {@code fast:SLOTS} or {@code minhash:SLOTS}. */
  public NearDuplicates sketch(String sketch) {
    return todo(sketch);
  }

  /** {@code auto}, {@code sketch} or {@code exact}. */
  public NearDuplicates verification(String verification) {
    return todo(verification);
  }

  /** {@code anchored} or {@code transitive}. */
  public NearDuplicates grouping(String grouping) {
    return todo(grouping);
  }

  /** In a bucket of more texts, each is compared with the first so many only. */
  public NearDuplicates maxBucket(int texts) {
    return todo(texts);
  }

  /** Column with the address of a page, which kinds go by. */
  public NearDuplicates url(String column) {
    return todo(column);
  }

  /** Column with the date of a version, which kinds go by. */
  public NearDuplicates date(String column) {
    return todo(column);
  }

  /** Column with the path of a document, which kinds go by. */
  public NearDuplicates path(String column) {
    return todo(column);
  }

  /** Column with the main text of pages, which kinds go by. */
  public NearDuplicates mainText(String column) {
    return todo(column);
  }

  /** Receives the name of each stage as it begins. */
  public NearDuplicates progress(Consumer<String> stages) {
    return todo(stages);
  }

  public Dataset<Row> pairs(Dataset<Row> documents) {
    return find(documents).pairs();
  }

  public Dataset<Row> clusters(Dataset<Row> documents) {
    return find(documents).clusters();
  }

  public Dataset<Row> oneVersion(Dataset<Row> documents) {
    return find(documents).oneVersion();
  }

  /** Finds pairs, clusters and what is left of one data frame. */
  public Found find(Dataset<Row> documents) {
    if (!spark.sparkContext().isStopped()) {
      throw new UnsupportedOperationException("not yet made: " + documents);
    }
    return null;
  }

  private NearDuplicates todo(Object value) {
    Objects.requireNonNull(value);
    return this;
  }
}

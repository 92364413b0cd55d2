// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.run;

/** In which format a result is written. */
public enum OutputKind {
  /** Files of Apache Parquet. */
  PARQUET,
  /** An object a line. */
  JSON
}

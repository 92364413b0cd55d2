// SPDX-License-Identifier: Apache-2.0

/**
 * Near-duplicates of corpora of any size, on Apache Spark: {@link org.neardup.spark.NearDuplicates}
 * finds in a data frame what {@code neardup cluster} finds in files, by the same rules.
 */
package org.neardup.spark;

// SPDX-License-Identifier: Apache-2.0

/**
 * Near-duplicates of corpora of any size, on Apache Spark: {@link org.neardup.spark.NearDuplicates}
 * finds in a data frame what {@code neardup cluster} finds in files, by the same rules. {@link
 * org.neardup.spark.Found} runs the stages, each of them a frame:
 *
 * <pre>
 *   rows --DocumentRows---&gt; documents: number, text (the number of the first with it), page, sketch
 *        --BandCandidates-&gt; later, earlier: texts in one bucket of a band key, estimated
 *        --PairRows-------&gt; later, earlier, resemblance, basis: near pairs; those in doubt are counted
 *        --AnchoredRounds,
 *          StarRounds-----&gt; the same of each covered text and its representative
 *        --Clusters-------&gt; the documents of each group
 *        --KeptDocuments--&gt; rows that represent themselves
 * </pre>
 *
 * <p>Numbers follow from positions or from what documents are sorted by, never from the task that
 * made them, and groups are sorted before they are read: so retries, speculation and lost executors
 * make no difference.
 */
package org.neardup.spark;

// SPDX-License-Identifier: Apache-2.0

/**
 * Near-duplicates of corpora of any size, on Apache Spark: {@link org.neardup.spark.NearDuplicates}
 * finds in a data frame what {@code neardup cluster} finds in files, by the same rules. {@link
 * org.neardup.spark.Found} runs the stages; what goes from one to the next, and what is shuffled
 * for it:
 *
 * <pre>
 *   rows --FeatureReader--&gt; documents: number, fingerprint, sketch, page
 *        --TextStage------&gt; texts at the homes of their fingerprints, with their documents
 *                           (a document, and the sketch once a text and task)
 *        --BandCandidates-&gt; pairs of texts in one bucket, estimated; sure or open
 *                           (8 bytes a band key; a sketch for each bucket of several texts)
 *        --OpenPairs------&gt; open pairs, counted in elements; the rows are read again
 *                           (the elements of texts in doubt, once a partition)
 *        --AnchoredRounds,
 *          StarRounds-----&gt; each covered text and its representative (16 bytes a pair and round)
 *        --GroupPartition-&gt; the documents of each group, in order (a document of a group)
 *        --ClusterRows, PairRows, SurvivingRows--&gt; data frames
 * </pre>
 *
 * <p>Whatever is sent goes where a hash or a number of it is at home, never by the number of the
 * task that made it, and whoever receives sorts: so retries, speculation and lost executors make no
 * difference. Records are packed into {@link org.neardup.spark.blocks blocks}; each partition of a
 * stage is one object or a few, sized to be held in memory ({@code RunLimits}).
 */
package org.neardup.spark;

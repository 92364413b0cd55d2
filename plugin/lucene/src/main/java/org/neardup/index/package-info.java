// SPDX-License-Identifier: Apache-2.0
/**
 * Collapses near-duplicates at index time: {@link org.neardup.index.CollapsingIndexWriter} decides
 * for each document whether the index has a near-duplicate, and keeps one version visible.
 *
 * <p>Of the settings of an {@link org.apache.lucene.index.IndexWriterConfig}, these are supported:
 *
 * <table>
 * <caption>Settings of the index writer</caption>
 * <tr><td>index sort</td><td>by fields of the application; a repair takes documents of another
 *     writer in the order in which they are sorted</td></tr>
 * <tr><td>soft deletes</td><td>no: the field is refused, and so is a {@code
 *     SoftDeletesRetentionMergePolicy}</td></tr>
 * <tr><td>parent field</td><td>yes, unless its name starts with {@code _neardup_}</td></tr>
 * <tr><td>nested documents</td><td>no: there is no {@code updateDocuments}</td></tr>
 * <tr><td>codec</td><td>any that chooses its doc values format by field ({@code
 *     PerFieldDocValuesFormat}), as all of Lucene's own do</td></tr>
 * <tr><td>merge policy and scheduler</td><td>any, including those that reorder documents; {@link
 *     org.neardup.index.IndexCheck#retune retune} and {@link org.neardup.index.IndexCheck#repair
 *     repair} merge only what they have to, and refuse {@code NoMergeScheduler}</td></tr>
 * <tr><td>overlays of doc values (Lucene 10.6)</td><td>no: they are turned off, as one over a sketch
 *     would hide the bands of its segment</td></tr>
 * <tr><td>open mode, index commit, deletion policy</td><td>any; retune and repair go on with the
 *     latest commit</td></tr>
 * <tr><td>all others</td><td>yes</td></tr>
 * </table>
 *
 * <p>An index opens only with the analyzer that made it, or with one that does the same. They are
 * told apart by the tokens of a probe (function words of about 40 languages, words of all lengths
 * up to 64 characters and some up to 5000, all of ASCII); by the class name, the stop words, and
 * the factories or longest token, where these are public; and by up to 100 stored documents, which
 * are sketched again. An analyzer that differs only in words that are in none of these is not told
 * apart if its class has the same name or none, or if it is wrapped in another. It must make the
 * same tokens of the same text whenever it is asked: it is not asked again for texts that came
 * shortly before.
 */
package org.neardup.index;

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.neardup.index.CollapseConfig;
import org.neardup.index.IndexInfo;
import org.neardup.internal.record.GroupReader;
import org.neardup.internal.record.HiddenGroups;
import org.neardup.search.OneVersion;
import org.neardup.search.RecordedGroups;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.AnalyzersByField;

/**
 * A Neardup index, open for reading: all documents, or only the visible ones. For any thread.
 *
 * @param directory is closed with it
 * @param all documents, hidden ones too; reading them ends when the time is over
 * @param whole all documents, whatever the time
 * @param config what the index was made with
 * @param settings these by name
 * @param groups of all documents
 * @param bytes size of all files when it was opened
 * @param timeout when searches are to end; null for never
 */
public record NeardupIndex(
    Directory directory,
    DirectoryReader all,
    DirectoryReader whole,
    CollapseConfig config,
    Map<String, String> settings,
    RecordedGroups groups,
    long bytes,
    QueryTimeout timeout)
    implements Closeable {
  private static final String ANALYZER = "analyzerName";

  /**
   * The id and title of a document.
   *
   * @param id null if it is not stored
   * @param title empty if there is none
   */
  public record Name(String id, String title) {}

  private static NeardupIndex of(Directory directory, DirectoryReader all) throws IOException {
    IndexInfo info = IndexInfo.read(directory);
    Map<String, String> settings = new TreeMap<>(info.settings());
    settings.put(ANALYZER, Analyzers.nameOf(directory));
    // A reader makes its context when first asked, and two of them if two threads ask at once: then
    // the weights of one search would not know the leaves of another.
    all.getContext();
    RecordedGroups groups = new RecordedGroups(all);
    return new NeardupIndex(
        directory, all, all, info.config(), settings, groups, bytes(directory), null);
  }

  /**
   * The same index, for one thread until a time is over: then reading it ends with an {@link
   * ExitableDirectoryReader.ExitingReaderException}. Not to be closed.
   *
   * @param time null for never
   */
  public NeardupIndex within(QueryTimeout time) throws IOException {
    DirectoryReader timed = time == null ? whole : ExitableDirectoryReader.wrap(whole, time);
    return new NeardupIndex(directory, timed, whole, config, settings, groups, bytes, time);
  }

  /** Opens the index, or throws an exception that says why it cannot. */
  public static NeardupIndex open(IndexFolder folder) throws IOException {
    return open(folder.openForReading());
  }

  /** Opens the index in a directory, which is closed with it. */
  public static NeardupIndex open(Directory directory) throws IOException {
    try {
      return of(directory, DirectoryReader.open(directory));
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * The index as of a later commit, in the same directory; null if there is none. It shares what
   * has not changed with this one, so of the two only the readers are to be closed.
   */
  public NeardupIndex refreshed() throws IOException {
    DirectoryReader later = DirectoryReader.openIfChanged(all);
    if (later == null) {
      return null;
    }
    try {
      return of(directory, later);
    } catch (IOException | RuntimeException e) {
      later.close();
      throw e;
    }
  }

  /** The visible documents; closed with this. */
  public DirectoryReader visible() throws IOException {
    DirectoryReader visible = OneVersion.wrap(whole);
    return timeout == null ? visible : ExitableDirectoryReader.wrap(visible, timeout);
  }

  /** The analyzer of the index. */
  public Analyzer analyzer() {
    return Analyzers.named(settings.get(ANALYZER));
  }

  /** The fields of words besides the title: those that are compared, and the text in any case. */
  public List<String> words() {
    Set<String> fields = new LinkedHashSet<>(Fields.words(config));
    FieldInfo text = FieldInfos.getMergedFieldInfos(all).fieldInfo(Fields.TEXT);
    // Another program may have used the name for a field of single terms.
    if (text != null
        && text.getIndexOptions().compareTo(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS) >= 0) {
      fields.add(Fields.TEXT);
    }
    return List.copyOf(fields);
  }

  /** The analyzer of queries on any field. */
  public Analyzer queryAnalyzer() {
    Set<String> wordFields = new HashSet<>(words());
    wordFields.addAll(AnalyzersByField.parse(settings.get(ANALYZER)).byField().keySet());
    return Fields.queryAnalyzer(analyzer(), wordFields);
  }

  /** Size of all files in a directory, but for those that a writer deletes meanwhile. */
  public static long bytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      try {
        bytes += directory.fileLength(file);
      } catch (FileNotFoundException | NoSuchFileException e) {
        assert e != null; // it has no size any more
      }
    }
    return bytes;
  }

  public IndexCounts counts() throws IOException {
    Map<Long, Integer> hidden = hiddenByGroup();
    int sum = hidden.values().stream().mapToInt(Integer::intValue).sum();
    return new IndexCounts(all.numDocs(), all.numDocs() - sum, sum, hidden.size());
  }

  /** How many documents each group hides. */
  public Map<Long, Integer> hiddenByGroup() throws IOException {
    Map<Long, Integer> counts = new HashMap<>();
    for (LeafReaderContext leaf : all.leaves()) {
      GroupReader groupReader = GroupReader.asShown(leaf.reader());
      FixedBitSet hidden = HiddenGroups.hidden(leaf.reader());
      DocIdSetIterator docs = new BitSetIterator(hidden, 0);
      for (int doc = docs.nextDoc(); doc != NO_MORE_DOCS; doc = docs.nextDoc()) {
        counts.merge(groupReader.group(doc), 1, Integer::sum);
      }
    }
    return counts;
  }

  /**
   * The representative of a document's group: the document itself, if it is visible; the first
   * hidden one if another program deleted the visible one.
   */
  public int representativeOf(int doc) throws IOException {
    return groups.isHidden(doc) ? representative(groups.group(doc)) : doc;
  }

  /** The id of the visible document that one is hidden behind; null if it is visible. */
  public String hiddenBehind(int doc) throws IOException {
    int representative = representativeOf(doc);
    return representative == doc ? null : name(representative).id();
  }

  /** How many documents a document's group has; one for a document of another program. */
  public int versions(int doc) throws IOException {
    return groups.hasGroup(doc) ? groups.ofGroup(groups.group(doc)).length : 1;
  }

  /** The representative of a group that has any documents. */
  int representative(long group) throws IOException {
    int[] members = groups.ofGroup(group);
    for (int doc : members) {
      if (!groups.isHidden(doc)) {
        return doc;
      }
    }
    return members[0];
  }

  /** The id and title of a document. */
  public Name name(int doc) throws IOException {
    Document stored = all.storedFields().document(doc, Set.of(config.idField(), Fields.TITLE));
    return new Name(stored.get(config.idField()), Fields.value(stored, Fields.TITLE));
  }

  /** What is compared of a document, see {@link Fields#texts}; null if it is not stored. */
  public String text(int doc) throws IOException {
    Set<String> fields = Set.copyOf(config.textFields());
    return Fields.texts(all.storedFields().document(doc, fields), config);
  }

  @Override
  public void close() throws IOException {
    all.close();
    directory.close();
  }
}

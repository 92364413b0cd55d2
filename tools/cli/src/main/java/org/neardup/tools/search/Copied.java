// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import static org.neardup.tools.console.ExitCode.INDEX;
import static org.neardup.tools.console.ExitCode.INPUT_FAILED;
import static org.neardup.tools.console.ExitCode.USAGE;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.IOSupplier;
import org.neardup.analysis.Shingling;
import org.neardup.search.OneVersion;
import org.neardup.search.copied.Containments;
import org.neardup.search.copied.CopiedText;
import org.neardup.search.copied.CopiedText.Passage;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.Fields;
import org.neardup.tools.index.NeardupIndex;

/** Finds what a document or a file copied from the documents of an index, hidden ones too. */
public final class Copied implements SubjectSearch<CopiedReport> {
  /** Where an index compares something else than runs of words. */
  private static final int SHINGLE_SIZE = 5;

  private final NeardupIndex index;
  private final IndexSearcher searcher;
  private final Containments containments;
  private final Query filter;
  private final int top;

  /**
   * Over an index that stays open.
   *
   * @param minimum least share of the text that a document holds, above 0 and at most 1
   * @param scope the name of the scope to look in, null for all documents
   */
  public Copied(NeardupIndex index, double minimum, String scope, int top) {
    this.index = index;
    this.top = top;
    searcher = new IndexSearcher(index.all());
    containments =
        Containments.of(index.analyzer(), Fields.words(index.config()).toArray(String[]::new))
            .withShingleSize(shingleSize(index.config().shingling()))
            .withMinimum(minimum);
    filter = scope == null ? null : Fields.keyword(scopeField(scope), scope);
  }

  private static int shingleSize(Shingling shingling) {
    boolean isOfWords = shingling.unit() == Shingling.Unit.WORD && shingling.size() > 1;
    return isOfWords ? shingling.size() : SHINGLE_SIZE;
  }

  private String scopeField(String scope) {
    return index
        .config()
        .scopeField()
        .orElseThrow(
            () -> new ToolException(USAGE, "the index has no scopes, got --scope " + scope));
  }

  @Override
  public CopiedReport byDocument(String id) throws IOException {
    int doc =
        OneVersion.find(index.all(), new Term(index.config().idField(), id))
            .orElseThrow(() -> new ToolException(INPUT_FAILED, "no document with id " + id));
    CopiedText copied = searched(() -> containments.search(searcher, doc, filter, top));
    return report(id, containments.text(searcher, doc), copied);
  }

  @Override
  public CopiedReport byFile(String file) throws IOException {
    String text = Similar.text(file);
    return report(file, text, searched(() -> containments.search(searcher, text, filter, top)));
  }

  /** Ends the command if the index has no stored texts, or no positions. */
  private static CopiedText searched(IOSupplier<CopiedText> search) throws IOException {
    try {
      return search.get();
    } catch (IllegalArgumentException e) {
      throw new ToolException(INDEX, e.getMessage());
    }
  }

  private CopiedReport report(String of, String text, CopiedText copied) throws IOException {
    List<CopiedReport.Hit> hits = new ArrayList<>();
    for (CopiedText.Hit hit : copied.hits()) {
      hits.add(
          new CopiedReport.Hit(
              hits.size() + 1,
              source(hit.doc()),
              hit.overlap().containmentOfA(),
              hit.overlap().containmentOfB(),
              hit.overlap().common(),
              hit.overlap().elementsOfB(),
              passages(text, hit.passages())));
    }
    List<CopiedReport.Source> sources = new ArrayList<>();
    for (CopiedText.Source source : copied.sources()) {
      sources.add(
          new CopiedReport.Source(
              source(source.doc()), source.share(), passages(text, source.passages())));
    }
    return new CopiedReport(
        of,
        containments.minimum(),
        Shingling.words(containments.shingleSize()).toString(),
        copied.elements(),
        copied.total(),
        copied.skipped(),
        hits,
        sources,
        copied.unexplained());
  }

  private CopiedReport.Named source(int doc) throws IOException {
    NeardupIndex.Name name = index.name(doc);
    return new CopiedReport.Named(name.id(), name.title(), index.hiddenBehind(doc));
  }

  private static List<CopiedReport.Passage> passages(String text, List<Passage> passages) {
    return passages.stream()
        .map(
            passage ->
                new CopiedReport.Passage(
                    passage.from(),
                    passage.to(),
                    passage.sourceFrom(),
                    passage.sourceTo(),
                    text.substring(passage.from(), passage.to())))
        .toList();
  }
}

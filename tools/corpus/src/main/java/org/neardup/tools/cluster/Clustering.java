// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;
import org.neardup.compare.PairVerdict;
import org.neardup.tools.cluster.candidates.PairVerification;
import org.neardup.tools.cluster.classic.ClassicMethods;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.Grouping;
import org.neardup.tools.cluster.config.OutputFormat;
import org.neardup.tools.cluster.grouping.GroupMembers;
import org.neardup.tools.cluster.grouping.Groups;
import org.neardup.tools.cluster.grouping.LinkFarms;
import org.neardup.tools.cluster.grouping.MirrorRule;
import org.neardup.tools.cluster.sort.Buckets;
import org.neardup.tools.cluster.sort.LongCursor;
import org.neardup.tools.cluster.sort.Parallel;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.cluster.text.ClusterDocument;
import org.neardup.tools.cluster.text.ClusterDocumentFactory;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PairRule;
import org.neardup.tools.cluster.text.TextComparer;
import org.neardup.tools.cluster.text.TextSketches;
import org.neardup.tools.cluster.text.TextStore;
import org.neardup.tools.cluster.text.TextVerdicts;
import org.neardup.tools.input.InputDocument;

/**
 * Finds the near-duplicates of a corpus, or what is contained in what; the entry point of this
 * package.
 *
 * <p>Documents are {@linkplain #prepare prepared} on any number of threads and {@linkplain #add
 * added} by one; the order in which they are added is that of the input. Documents with the same
 * text, as analyzer and shingling see it, are one text from then on, and no candidates. What texts
 * are compared by is in temporary files; heap is about 100 bytes a document, and 128 MB for each of
 * two sorts. The same documents in the same order give the same output, whatever the threads.
 *
 * <p>A document without text is no near-duplicate of any.
 */
public final class Clustering implements Closeable {
  private final ClusterConfig config;
  private final Workspace workspace;
  private final Documents documents;
  private final TextStore texts;
  private final TextStore wholes; // null unless they are compared, too
  private final MirrorRule.Counts mirrors;
  private final Supplier<ClusterDocumentFactory> factories;
  private final List<String> sets;
  private final boolean keepsTargets;
  private final TextVerdicts verdicts;
  private List<PairVerdict> contradictions = List.of();

  /**
   * Begins without documents.
   *
   * @param analyzer makes the words that shingles are made of
   * @param sets the fields whose values are compared, if shingles are values; else empty
   * @param verdicts what people said of documents, by their ids
   * @param workspace where temporary files go; they are deleted by {@link #close}
   */
  public Clustering(
      ClusterConfig config,
      Analyzer analyzer,
      List<String> sets,
      List<PairVerdict> verdicts,
      Workspace workspace)
      throws IOException {
    this.verdicts = new TextVerdicts(verdicts);
    this.sets = sets;
    keepsTargets =
        config.format() == OutputFormat.CLUSTERS && !sets.isEmpty() && ClusterConfig.areLinks(sets);
    this.config = config;
    this.workspace = workspace;
    TextSketches sketches = ClassicMethods.sketches(config);
    texts = new TextStore(config, sketches, workspace.directory());
    wholes =
        config.keepsWholeTexts() ? new TextStore(config, sketches, workspace.directory()) : null;
    documents = new Documents(workspace.directory());
    mirrors = new MirrorRule.Counts(workspace);
    factories = ClusterDocumentFactory.forEachThread(config, texts.sketches(), analyzer);
  }

  /** Computes what a document is compared by. For any number of threads. */
  public ClusterDocument prepare(InputDocument input) throws IOException {
    ClusterDocumentFactory factory = factories.get();
    return sets.isEmpty() ? factory.prepare(input) : factory.prepareSet(input, sets);
  }

  /** Adds the next document. */
  public void add(ClusterDocument document) throws IOException {
    if (!document.hasText()) {
      return;
    }
    int text = texts.add(document.text());
    verdicts.add(document.id(), documents.count());
    documents.add(document, text, wholes == null ? text : wholes.add(document.whole()));
    mirrors.addPage(document.page().host());
  }

  /**
   * Finds the near-duplicates and writes them. To be called once, after all documents.
   *
   * @param output name of a file to be made in the directory
   * @param settings settings to write before the first cluster; none are written if empty
   * @param stage receives the name of each stage as it begins
   */
  public ClusterCounts write(
      String output, Map<String, String> settings, int threads, Consumer<String> stage)
      throws IOException, InterruptedException {
    texts.finish();
    if (wholes != null) {
      wholes.finish();
    }
    if (config.ordersBySize()) {
      documents.renumber(texts.renumber()); // so that the smaller of two is the later one
    }
    documents.finish(texts.count());
    verdicts.finish(documents);
    Run run = new Run(settings, new Stages(stage));
    Parallel.run(threads, () -> run.write(output));
    return run.counts();
  }

  /** Verdicts of difference on documents with one text, which are not parted. */
  public int verdictsWithoutEffect() {
    return verdicts.withoutEffect();
  }

  /** Pairs of documents that are called the same, and parted as others are called different. */
  public List<PairVerdict> contradictions() {
    return contradictions;
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(texts, wholes, documents, mirrors);
  }

  /** From texts to output. */
  private final class Run {
    private final Map<String, String> settings;
    private final Stages stages;
    private final PairRule rule = new PairRule(config, texts.sketches());
    private final PairVerification verification = new PairVerification(rule, texts, verdicts);
    private Buckets.Found candidates;
    private PairWriter pairs;
    private ClusterWriter clusters;

    Run(Map<String, String> settings, Stages stages) {
      this.settings = settings;
      this.stages = stages;
    }

    void write(String output) throws IOException {
      try (IndexOutput file = workspace.directory().createOutput(output, IOContext.DEFAULT)) {
        OutputStream out = new Output(file);
        if (config.format() == OutputFormat.PAIRS) {
          pairs = new PairWriter(config.relation(), documents, out);
          verify(pairs);
          pairs.writeCopiesBefore(texts.count());
        } else {
          writeClusters(out);
        }
      }
      stages.end();
    }

    private void verify(PairVerification.Consumer consumer) throws IOException {
      stages.begin("candidates");
      candidates = ClassicMethods.candidates(config, texts, rule, workspace).find();
      try (LongCursor found = verdicts.with(candidates.pairs(), workspace)) {
        stages.begin("verification");
        verification.run(found, consumer);
      }
    }

    private void writeClusters(OutputStream out) throws IOException {
      Groups groups = Groups.of(config.grouping(), texts.count(), verdicts.different());
      verify(groups);
      groups.finish();
      if (config.grouping() == Grouping.TRANSITIVE) {
        contradictions = verdicts.parted(groups::representative);
      }
      stages.begin("clusters");
      GroupMembers members = new GroupMembers(documents, groups, texts.count());
      Documents.Reader reader = documents.reader();
      members.forEach((representative, group) -> mirrors.addGroup(reader.hosts(group)));
      mirrors.finish();
      clusters =
          new ClusterWriter(
              config,
              documents,
              rule,
              new TextComparer(rule, texts, verdicts),
              wholes == null ? null : new TextComparer(rule, wholes, new TextVerdicts(List.of())),
              mirrors,
              keepsTargets ? new LinkFarms(documents.reader()) : null,
              settings,
              out);
      members.forEach(clusters);
      clusters.finish();
    }

    ClusterCounts counts() {
      return new ClusterCounts(
          documents.count(),
          texts.count(),
          verification.candidates(),
          verification.found(),
          pairs == null ? 0 : pairs.pairs(),
          clusters == null ? 0 : clusters.counts().values().stream().mapToLong(each -> each).sum(),
          clusters == null ? 0 : clusters.grouped(),
          clusters == null ? Map.of() : clusters.counts(),
          candidates.hotBuckets(),
          candidates.skippedPairs(),
          stages.seconds());
    }
  }

  /** Writes bytes to a file of a directory. Closing it leaves the file open. */
  private static final class Output extends OutputStream {
    private final IndexOutput out;

    Output(IndexOutput out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.writeByte((byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.writeBytes(bytes, offset, length);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;
import org.neardup.index.CollapseConfig;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.Preference;
import org.neardup.search.OneVersion;

/**
 * How the time grows with the number of pages of one template: texts of 300 words that share all
 * but a few.
 */
public final class TemplateBenchmark {
  private static final int WORDS = 300;
  private static final int WARM_UP = 3_000;
  private static final int DELETES_A_REFRESH = 100;

  private TemplateBenchmark() {}

  /** Which words differ between the pages of the template, and what is done with the pages. */
  private enum Load {
    /** Resemblance of each two about .71: ten words, at the same places in each. */
    BELOW("5000,20000,80000") {
      @Override
      void change(String[] words, SplittableRandom random) {
        fill(words, 10, random);
      }
    },
    /** About .8, from .76 to .84: five to eight words, at the same places in each. */
    AROUND("5000,20000,80000") {
      @Override
      void change(String[] words, SplittableRandom random) {
        fill(words, 5 + random.nextInt(4), random);
      }
    },
    /** Ten words in a row: one group, whose pages are deleted one by one, oldest first. */
    EXPIRY("4000,32000") {
      @Override
      void change(String[] words, SplittableRandom random) {
        replaceTenInARow(words, random);
      }

      @Override
      int delete(CollapsingIndexWriter writer, int count) throws IOException {
        for (int i = 0; i < count; i++) {
          writer.deleteDocument(id(i));
          if (i % DELETES_A_REFRESH == DELETES_A_REFRESH - 1) {
            writer.refresh();
          }
        }
        return count;
      }
    },
    /** The same group, with the last one visible. */
    KEEP_LAST("4000,32000") {
      @Override
      void change(String[] words, SplittableRandom random) {
        replaceTenInARow(words, random);
      }

      @Override
      CollapseConfig config() {
        return CollapseConfig.defaults().withPreference(Preference.LAST);
      }
    };

    private final String sizes;

    Load(String sizes) {
      this.sizes = sizes;
    }

    abstract void change(String[] words, SplittableRandom random);

    CollapseConfig config() {
      return CollapseConfig.defaults();
    }

    /** Deletes pages, if that is what is measured; returns how many. */
    int delete(CollapsingIndexWriter writer, int count) throws IOException {
      return 0;
    }

    private static void fill(String[] words, int places, SplittableRandom random) {
      for (int i = 0; i < places; i++) {
        words[15 + i * 30] = word(random);
      }
    }

    private static void replaceTenInARow(String[] words, SplittableRandom random) {
      int first = random.nextInt(words.length - 9);
      for (int i = first; i < first + 10; i++) {
        words[i] = word(random);
      }
    }

    private static String word(SplittableRandom random) {
      return "own" + random.nextLong(1L << 40);
    }
  }

  /**
   * Prints a line a size.
   *
   * @param args {@code loads=below,around,expiry,keep-last}, {@code sizes=}, {@code buffer=16}
   */
  public static void main(String[] args) throws IOException {
    Settings settings = Settings.parse(args, 0, "loads", "sizes", "buffer");
    int bufferMegabytes = settings.number("buffer", 16);
    String[] template = new Texts(1).document(0, WORDS).split(" ", -1);
    System.out.println(
        "| pages | documents | s | CPU s | of the size before | µs a document or delete |"
            + " visible | skipped |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|");
    for (String name : settings.text("loads", "below,around,expiry,keep-last").split(",", -1)) {
      Load load = Load.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
      run(load, template, WARM_UP, bufferMegabytes);
      double before = Double.NaN;
      for (String size : settings.text("sizes", load.sizes).split(",", -1)) {
        Result result = run(load, template, Integer.parseInt(size), bufferMegabytes);
        System.out.printf(
            Locale.ROOT,
            "| %s | %,d | %.2f | %.2f | %.2f | %.0f | %,d | %,d |%n",
            name,
            result.documents,
            result.seconds,
            result.cpuSeconds,
            result.cpuSeconds / before,
            result.cpuSeconds * 1e6 / result.documents,
            result.visible,
            result.skipped);
        before = result.cpuSeconds;
      }
    }
  }

  /**
   * One run.
   *
   * @param seconds of wall-clock time to index the documents, or to delete them
   * @param cpuSeconds the same, of all threads
   * @param visible of the documents that were indexed
   */
  private record Result(
      int documents, double seconds, double cpuSeconds, long visible, long skipped) {}

  private static Result run(Load load, String[] template, int size, int bufferMegabytes)
      throws IOException {
    Path folder = Files.createTempDirectory("neardup-benchmark");
    try (Directory directory = FSDirectory.open(folder);
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(
                directory,
                load.config(),
                new IndexWriterConfig(new StandardAnalyzer())
                    .setRAMBufferSizeMB(bufferMegabytes))) {
      long start = System.nanoTime();
      long startCpu = IndexRun.cpuNanos();
      for (int i = 0; i < size; i++) {
        writer.updateDocument(IndexRun.document(new Corpus.Text(id(i), page(load, template, i))));
      }
      writer.refresh();
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpuSeconds = (IndexRun.cpuNanos() - startCpu) / 1e9;
      int visible = visible(writer);
      start = System.nanoTime();
      startCpu = IndexRun.cpuNanos();
      if (load.delete(writer, size) > 0) {
        seconds = (System.nanoTime() - start) / 1e9;
        cpuSeconds = (IndexRun.cpuNanos() - startCpu) / 1e9;
      }
      return new Result(
          size, seconds, cpuSeconds, visible, writer.statistics().skippedCandidates());
    } finally {
      IOUtils.rm(folder);
    }
  }

  private static int visible(CollapsingIndexWriter writer) throws IOException {
    try (DirectoryReader reader = OneVersion.wrap(writer.openReader())) {
      return reader.numDocs();
    }
  }

  private static String id(int number) {
    return "page" + number;
  }

  private static String page(Load load, String[] template, int number) {
    String[] words = Arrays.copyOf(template, template.length);
    load.change(words, new SplittableRandom(number));
    return String.join(" ", words);
  }
}

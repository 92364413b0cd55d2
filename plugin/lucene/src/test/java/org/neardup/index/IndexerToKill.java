// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/**
 * A process that writes until it is killed. It says on its standard output how many operations a
 * commit has, before and after it. What it writes depends on its seed alone.
 */
final class IndexerToKill {
  private final TextUniverse universe;
  private final Random random;
  private final CollapseConfig config;

  IndexerToKill(long seed) throws IOException {
    random = new Random(seed);
    universe = TextUniverse.draw(random, 0.5);
    config =
        TextUniverse.config(0.5)
            .withVariants(random.nextBoolean() ? Variants.HIDE : Variants.DROP)
            .withPreference(ModelOperation.drawPreference(random))
            .withMaxHeldBytes(random.nextInt(8_000))
            .withMaxPending(1 + random.nextInt(50));
  }

  TextUniverse universe() {
    return universe;
  }

  CollapseConfig config() {
    return config;
  }

  ModelOperation next() {
    return ModelOperation.drawWrite(random, universe, 60);
  }

  private static IndexWriterConfig writerConfig() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setMaxBufferedDocs(20);
  }

  /** Opens the index, as this process does and as the one that killed it may. */
  CollapsingIndexWriter open(FSDirectory directory) throws IOException {
    return CollapsingIndexWriter.open(directory, config, writerConfig());
  }

  private void run(FSDirectory directory, PrintStream out) throws IOException {
    Random commits = new Random(); // what is committed when is not part of what is done
    try (CollapsingIndexWriter writer = open(directory)) {
      for (int operations = 0; ; operations++) {
        if (commits.nextInt(20) == 0) {
          out.println("committing " + operations);
          writer.commit();
          out.println("committed " + operations);
        }
        perform(writer, next());
      }
    }
  }

  static void perform(CollapsingIndexWriter writer, ModelOperation operation) throws IOException {
    switch (operation) {
      case ModelOperation.Update update ->
          writer
              .decide(writer.prepare(update.document()))
              .writeLater(
                  e -> {
                    throw new AssertionError(e);
                  });
      case ModelOperation.Delete delete -> writer.deleteDocuments(delete.id());
      case ModelOperation.DeleteByWord(String word) ->
          writer.deleteDocuments(new TermQuery(new Term("text", word)));
      default -> throw new AssertionError(operation);
    }
  }

  /** Runs for ever in a folder (first argument) with a seed (second argument). */
  public static void main(String[] args) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.US_ASCII);
    try (FSDirectory directory = FSDirectory.open(Path.of(args[0]))) {
      new IndexerToKill(Long.parseLong(args[1])).run(directory, out);
    }
  }
}

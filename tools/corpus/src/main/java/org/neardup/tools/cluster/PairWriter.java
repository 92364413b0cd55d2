// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.neardup.tools.cluster.candidates.PairVerification;
import org.neardup.tools.cluster.config.Relation;
import org.neardup.tools.cluster.sort.Pairs;
import org.neardup.tools.cluster.text.Documents;
import org.neardup.tools.cluster.text.PairResemblance;
import org.neardup.tools.console.Json;

/**
 * Writes a line for each two documents that are near-duplicates: id, id, resemblance, how that is
 * known, and its standard error; the document that came first first. Lines are in the order of the
 * later text, and within that of the other one. With containment, the document whose text is
 * contained comes first, of copies the later one, and the order of texts is that of their sizes.
 */
final class PairWriter implements PairVerification.Consumer {
  private final Relation relation;
  private final Documents documents;
  private final Documents.Reader reader;
  private final OutputStream out;

  /** Copies among themselves were written of all texts before this one. */
  private int nextText;

  private long pairs;

  PairWriter(Relation relation, Documents documents, OutputStream out) {
    this.relation = relation;
    this.documents = documents;
    this.reader = documents.reader();
    this.out = out;
  }

  @Override
  public void accept(long pair, PairResemblance resemblance) throws IOException {
    int later = Pairs.later(pair);
    writeCopiesBefore(later);
    int earlier = Pairs.earlier(pair);
    String suffix = suffix(resemblance);
    for (int i = 0; i < documents.copies(later); i++) {
      for (int j = 0; j < documents.copies(earlier); j++) {
        write(documents.copy(later, i), documents.copy(earlier, j), suffix);
      }
    }
  }

  /** Writes pairs of copies, as far as they come before those of a text; at the end, of all. */
  void writeCopiesBefore(int text) throws IOException {
    for (; nextText < text; nextText++) {
      for (int i = 1; i < documents.copies(nextText); i++) {
        for (int j = 0; j < i; j++) {
          write(
              documents.copy(nextText, i),
              documents.copy(nextText, j),
              suffix(PairResemblance.SAME_TEXT));
        }
      }
    }
  }

  private static String suffix(PairResemblance pair) {
    return String.format(
        Locale.ROOT,
        "\t%.4f\t%s\t%.4f\n",
        pair.value(),
        Json.lower(pair.basis()),
        pair.resemblance().standardError());
  }

  private void write(int document, int other, String suffix) throws IOException {
    boolean swaps = relation == Relation.RESEMBLANCE && other < document;
    String first = reader.id(swaps ? other : document);
    String second = reader.id(swaps ? document : other);
    out.write((first + "\t" + second + suffix).getBytes(UTF_8));
    pairs++;
  }

  /** Lines written. */
  long pairs() {
    return pairs;
  }
}

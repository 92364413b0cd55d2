// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.Closeable;
import java.io.IOException;

/**
 * The whole texts of documents whose main texts are clustered: how much they resemble each other.
 * Nothing is kept where whole texts are clustered themselves.
 */
final class WholeTexts implements Closeable {
  private final ClusterConfig config;
  private final TextStore texts;

  WholeTexts(ClusterConfig config, Workspace workspace) throws IOException {
    this.config = config;
    texts = config.keepsWholeTexts() ? new TextStore(config, workspace.directory()) : null;
  }

  /**
   * Adds the whole text of a document.
   *
   * @param text number of what is compared of it
   * @return number of the whole text
   */
  int add(Prepared document, int text) throws IOException {
    return texts == null ? text : texts.add(document.whole());
  }

  /** Ends adding and begins reading. */
  void finish() throws IOException {
    if (texts != null) {
      texts.finish();
    }
  }

  Session session(Documents documents) {
    return new Session(documents);
  }

  @Override
  public void close() throws IOException {
    if (texts != null) {
      texts.close();
    }
  }

  /** For one thread. */
  final class Session {
    private final Documents documents;
    private final Verifier verifier = texts == null ? null : new Verifier(config, texts);
    private final Verifier.Session session = texts == null ? null : verifier.session();

    private Session(Documents documents) {
      this.documents = documents;
    }

    /** How much each document resembles the first one, that one included; empty if not known. */
    Similarity[] similarities(int[] group) throws IOException {
      Similarity[] similarities = new Similarity[texts == null ? 0 : group.length];
      for (int i = 0; i < similarities.length; i++) {
        similarities[i] = similarity(documents.whole(group[0]), documents.whole(group[i]));
      }
      return similarities;
    }

    private Similarity similarity(int a, int b) throws IOException {
      return a == b ? Similarity.SAME_TEXT : session.similarity(a, b);
    }

    /** Whether two texts with this resemblance are near-duplicates. */
    boolean passes(Similarity similarity) {
      return verifier.passes(similarity.resemblance());
    }
  }
}

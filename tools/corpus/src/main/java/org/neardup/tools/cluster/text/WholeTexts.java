// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

import java.io.Closeable;
import java.io.IOException;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.sort.Workspace;

/**
 * The whole texts of documents whose main texts are clustered: how much they resemble each other.
 * Nothing is kept where whole texts are clustered themselves.
 */
public final class WholeTexts implements Closeable {
  private final ClusterConfig config;
  private final TextStore texts;

  public WholeTexts(ClusterConfig config, Workspace workspace) throws IOException {
    this.config = config;
    texts = config.keepsWholeTexts() ? new TextStore(config, workspace.directory()) : null;
  }

  /**
   * Adds the whole text of a document.
   *
   * @param text number of what is compared of it
   * @return number of the whole text
   */
  public int add(ClusterDocument document, int text) throws IOException {
    return texts == null ? text : texts.add(document.whole());
  }

  /** Ends adding and begins reading. */
  public void finish() throws IOException {
    if (texts != null) {
      texts.finish();
    }
  }

  public Session session(Documents documents) {
    return new Session(documents);
  }

  @Override
  public void close() throws IOException {
    if (texts != null) {
      texts.close();
    }
  }

  /** For one thread. */
  public final class Session {
    private final Documents documents;
    private final TextComparer comparer = texts == null ? null : new TextComparer(config, texts);
    private final TextComparer.Session session = texts == null ? null : comparer.session();

    private Session(Documents documents) {
      this.documents = documents;
    }

    /** How much each document resembles the first one, that one included; empty if not known. */
    public PairResemblance[] resemblances(int[] group) throws IOException {
      PairResemblance[] resemblances = new PairResemblance[texts == null ? 0 : group.length];
      for (int i = 0; i < resemblances.length; i++) {
        resemblances[i] = compare(documents.whole(group[0]), documents.whole(group[i]));
      }
      return resemblances;
    }

    private PairResemblance compare(int a, int b) throws IOException {
      return a == b ? PairResemblance.SAME_TEXT : session.compare(a, b);
    }

    /** Whether two texts with this resemblance are near-duplicates. */
    public boolean passes(PairResemblance pair) {
      return comparer.passes(pair.decisive());
    }
  }
}

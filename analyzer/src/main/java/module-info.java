// SPDX-License-Identifier: Apache-2.0
/** From token streams to shingle hashes, and from hashes to sketches. */
@SuppressWarnings("module") // which is built later
module org.neardup.analyzer {
  requires transitive org.apache.lucene.core;
  requires org.apache.lucene.analysis.common;

  exports org.neardup.analysis;
  exports org.neardup.sketch;
  exports org.neardup.internal.analysis to
      org.neardup.lucene;
  exports org.neardup.internal.sketch to
      org.neardup.lucene;

  provides org.apache.lucene.analysis.CharFilterFactory with
      org.neardup.analysis.NormalizingCharFilterFactory;
  provides org.apache.lucene.analysis.TokenFilterFactory with
      org.neardup.analysis.ShingleHashFilterFactory;
  provides org.apache.lucene.analysis.TokenizerFactory with
      org.neardup.analysis.CharacterShingleTokenizerFactory;
}

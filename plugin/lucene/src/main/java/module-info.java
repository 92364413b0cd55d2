// SPDX-License-Identifier: Apache-2.0
/**
 * Sketches in the segments, a writer that collapses near-duplicates, and search over one version.
 */
module org.neardup.lucene {
  requires transitive org.apache.lucene.core;
  requires transitive org.neardup.analyzer;
  requires org.apache.lucene.analysis.common;
  // Only who parses queries needs it.
  requires static transitive org.apache.lucene.queryparser;

  exports org.neardup.codec;
  exports org.neardup.compare;
  exports org.neardup.group;
  exports org.neardup.index;
  exports org.neardup.record;
  exports org.neardup.search;
  exports org.neardup.search.copied;
  exports org.neardup.search.derived;
  exports org.neardup.search.explain;
  exports org.neardup.search.similar;
  exports org.neardup.search.stored;

  provides org.apache.lucene.codecs.DocValuesFormat with
      org.neardup.codec.NearDup1DocValuesFormat;
}

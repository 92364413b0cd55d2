// SPDX-License-Identifier: Apache-2.0
package org.neardup.search.similar;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.ext.ExtensionQuery;
import org.apache.lucene.queryparser.flexible.core.QueryNodeException;
import org.apache.lucene.queryparser.flexible.core.builders.QueryTreeBuilder;
import org.apache.lucene.queryparser.flexible.core.messages.QueryParserMessages;
import org.apache.lucene.queryparser.flexible.core.nodes.FieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FieldableNode;
import org.apache.lucene.queryparser.flexible.core.nodes.OpaqueQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QuotedFieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.processors.QueryNodeProcessorImpl;
import org.apache.lucene.queryparser.flexible.core.processors.QueryNodeProcessorPipeline;
import org.apache.lucene.queryparser.flexible.core.util.UnescapedCharSequence;
import org.apache.lucene.queryparser.flexible.messages.MessageImpl;
import org.apache.lucene.queryparser.flexible.standard.StandardQueryParser;
import org.apache.lucene.search.Query;

/**
 * {@link NearDuplicateExtension} in the syntax of Lucene's flexible query parser; for the classic
 * one see {@link NearDuplicateQueryParser}.
 *
 * <pre>{@code
 * StandardQueryParser parser = new StandardQueryParser(analyzer);
 * NearDuplicateSyntax.addTo(
 *     parser, Map.of("neardup", NearDuplicateExtension.ofDocument("id", 0.8)));
 * parser.parse("neardup:\"42 0.7\" AND title:foo", "text");
 * }</pre>
 */
public final class NearDuplicateSyntax {
  private NearDuplicateSyntax() {}

  /**
   * Lets extensions be called as a field is, {@code name:word} or {@code name:"some words"}. A
   * field of the same name is out of reach. Whatever else the syntax has for fields is refused with
   * a {@link QueryNodeException} for the name of an extension.
   *
   * @param parser whose processors come after, and whose builder is a {@link QueryTreeBuilder}, as
   *     that of Lucene is
   * @param extensions by the name that calls them
   */
  public static void addTo(
      StandardQueryParser parser, Map<String, NearDuplicateExtension> extensions) {
    QueryNodeProcessorPipeline pipeline = new QueryNodeProcessorPipeline();
    pipeline.add(new Processor(Map.copyOf(extensions))); // first, as ids are not to be analysed
    pipeline.add(parser.getQueryNodeProcessor());
    parser.setQueryNodeProcessor(pipeline);
    ((QueryTreeBuilder) parser.getQueryBuilder())
        .setBuilder(
            OpaqueQueryNode.class, node -> node.getTag(QueryTreeBuilder.QUERY_TREE_BUILDER_TAGID));
  }

  /** Replaces calls of extensions by opaque nodes, each tagged with its query. */
  private static final class Processor extends QueryNodeProcessorImpl {
    private final Map<String, NearDuplicateExtension> extensions;

    Processor(Map<String, NearDuplicateExtension> extensions) {
      this.extensions = extensions;
    }

    @Override
    protected QueryNode preProcessNode(QueryNode node) throws QueryNodeException {
      CharSequence name = node instanceof FieldableNode call ? call.getField() : null;
      NearDuplicateExtension extension = name == null ? null : extensions.get(name.toString());
      if (extension == null) {
        return node;
      }
      try {
        String words = words(node);
        QueryNode opaque = new OpaqueQueryNode(name, words);
        Query query = extension.parse(new ExtensionQuery(null, name.toString(), words));
        opaque.setTag(QueryTreeBuilder.QUERY_TREE_BUILDER_TAGID, query);
        return opaque;
      } catch (ParseException e) {
        throw new QueryNodeException(
            new MessageImpl(QueryParserMessages.INVALID_SYNTAX_CANNOT_PARSE, name, e.getMessage()),
            e);
      }
    }

    /** One word without wildcards, or what is in quotes; subclasses are all else. */
    private static String words(QueryNode node) throws ParseException {
      if (node instanceof QuotedFieldQueryNode quoted) {
        return quoted.getTextAsString();
      }
      if (node.getClass() == FieldQueryNode.class) {
        CharSequence word = ((FieldQueryNode) node).getText();
        if (IntStream.range(0, word.length())
            .filter(i -> word.charAt(i) == '*' || word.charAt(i) == '?')
            .allMatch(i -> UnescapedCharSequence.wasEscaped(word, i))) {
          return word.toString();
        }
      }
      throw new ParseException(NearDuplicateQueryParser.REFUSAL);
    }

    @Override
    protected QueryNode postProcessNode(QueryNode node) {
      return node;
    }

    @Override
    protected List<QueryNode> setChildrenOrder(List<QueryNode> children) {
      return children;
    }
  }
}

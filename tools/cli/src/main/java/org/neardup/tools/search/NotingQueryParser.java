// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.ExitableDirectoryReader.ExitingReaderException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.neardup.search.similar.NearDuplicateExtension;
import org.neardup.search.similar.NearDuplicateQueryParser;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.NeardupIndex;

/**
 * Parses queries and takes note of words and patterns that no document has. A question mark behind
 * a word also stands for nothing. What refuses {@code neardup:ID} ends the command.
 */
final class NotingQueryParser extends NearDuplicateQueryParser {
  private static final String EXTENSION = "neardup";
  private static final double MINIMUM = 0.8;
  private static final Pattern QUESTION = Pattern.compile("([^?*]+)\\?+");

  private static final Pattern COMPARISON = Pattern.compile("[<>].*");
  private static final Pattern AROUND_WORD = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");

  private final IndexReader reader;
  private final FieldInfos infos;
  private final boolean isLenient;
  private final Consumer<String> notes;

  /**
   * Of an index that stays open.
   *
   * @param boosts of the fields in which words without a field are looked for
   * @param isLenient whether a question mark may end a sentence
   */
  NotingQueryParser(
      NeardupIndex index, Map<String, Float> boosts, boolean isLenient, Consumer<String> notes) {
    super(
        boosts,
        index.queryAnalyzer(),
        Map.of(EXTENSION, NearDuplicateExtension.ofDocument(index.config().idField(), MINIMUM)));
    this.reader = index.all();
    this.infos = FieldInfos.getMergedFieldInfos(reader);
    this.isLenient = isLenient;
    this.notes = notes;
  }

  /** Makes a query of a field; null for those of words. */
  @FunctionalInterface
  private interface Maker {
    Query make(String field) throws ParseException;
  }

  /** What is made of a field; of the extension, messages are for people. */
  private Query made(String field, Maker maker) throws ParseException {
    FieldInfo info = field == null ? null : infos.fieldInfo(field);
    if (info != null
        && info.getIndexOptions() == IndexOptions.NONE
        && (info.getPointDimensionCount() > 0 || info.getDocValuesType() != DocValuesType.NONE)) {
      throw new ToolException(
          ExitCode.USAGE, "a query must name a field with terms, and " + field + " has none");
    }
    try {
      return maker.make(field);
    } catch (ParseException e) {
      if (EXTENSION.equals(field)) {
        throw new ToolException(ExitCode.USAGE, e.getMessage());
      }
      throw e;
    }
  }

  @Override
  protected Query getFieldQuery(String field, String text, boolean quoted) throws ParseException {
    for (String word : quoted ? List.of(text) : List.of(text.split("\\s+"))) {
      if (isAbsent(made(field, each -> super.getFieldQuery(each, word, quoted)))) {
        note(field, quoted ? word : AROUND_WORD.matcher(word).replaceAll(""), "");
        if (field != null && COMPARISON.matcher(word).matches()) {
          notes.accept("A range is written " + field + ":[1 TO 2], or " + field + ":[1 TO *]");
        }
      }
    }
    return made(field, each -> super.getFieldQuery(each, text, quoted));
  }

  @Override
  protected Query getFieldQuery(String field, String text, int slop) throws ParseException {
    Query query = made(field, each -> super.getFieldQuery(each, text, slop));
    if (isAbsent(query)) {
      note(field, text, "");
    }
    return query;
  }

  private void note(String field, String text, String end) {
    notes.accept("No document has " + (field == null ? "" : field + ":") + '"' + text + end + '"');
  }

  /** Whether a query is of words, and no document has any of them, or the phrase. */
  private boolean isAbsent(Query query) {
    boolean[] found = new boolean[2]; // a word, and one that a document has
    if (query != null) {
      query.visit(
          new QueryVisitor() {
            @Override
            public void consumeTerms(Query leaf, Term... terms) {
              found[0] = true;
              boolean needsAll = leaf instanceof PhraseQuery;
              found[1] |=
                  needsAll
                      ? Stream.of(terms).allMatch(NotingQueryParser.this::isThere)
                      : Stream.of(terms).anyMatch(NotingQueryParser.this::isThere);
            }
          });
    }
    return found[0] && !found[1];
  }

  private boolean isThere(Term term) {
    try {
      return reader.docFreq(term) > 0;
    } catch (ExitingReaderException e) {
      return true; // nobody knows
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Query getWildcardQuery(String field, String wildcard) throws ParseException {
    List<Query> inFields = inFields(field, each -> super.getWildcardQuery(each, wildcard));
    Query pattern = getMultiFieldQuery(inFields);
    boolean isFound = isFound(inFields);
    Matcher question = QUESTION.matcher(wildcard);
    String word = question.matches() ? question.group(1).replace("\\", "") : "";
    Query bare = word.isEmpty() || !isLenient ? null : super.getFieldQuery(field, word, false);
    if (bare == null || isAbsent(bare)) {
      if (!isFound) {
        note(field, wildcard, "");
      }
      return pattern;
    }
    notes.accept('"' + wildcard + "\" was searched as \"" + word + "\" too; " + QueryReader.SYNTAX);
    return getBooleanQuery(
        List.of(newBooleanClause(pattern, Occur.SHOULD), newBooleanClause(bare, Occur.SHOULD)));
  }

  @Override
  protected Query getPrefixQuery(String field, String prefix) throws ParseException {
    List<Query> inFields = inFields(field, each -> super.getPrefixQuery(each, prefix));
    if (!isFound(inFields)) {
      note(field, prefix, "*");
    }
    return getMultiFieldQuery(inFields);
  }

  @Override
  protected Query getRegexpQuery(String field, String expression) throws ParseException {
    List<Query> inFields;
    try {
      inFields = inFields(field, each -> super.getRegexpQuery(each, expression));
    } catch (ParseException e) { // it has too many states
      throw new ToolException(ExitCode.USAGE, e.getMessage());
    }
    if (!isFound(inFields)) {
      note(field, '/' + expression, "/");
    }
    return getMultiFieldQuery(inFields);
  }

  private List<Query> inFields(String field, Maker maker) throws ParseException {
    List<Query> queries = new ArrayList<>();
    for (String each : field == null ? fields : new String[] {field}) {
      queries.add(made(each, maker));
    }
    return queries;
  }

  /** Whether a word of any document matches one of some patterns. */
  private boolean isFound(List<Query> patterns) {
    try {
      for (Query pattern : patterns) {
        Query inner = pattern instanceof BoostQuery boosted ? boosted.getQuery() : pattern;
        if (!(inner instanceof MultiTermQuery many)) {
          return true; // of all documents
        }
        for (LeafReaderContext leaf : reader.leaves()) {
          Terms terms = leaf.reader().terms(many.getField());
          if (terms != null && many.getTermsEnum(terms).next() != null) {
            return true;
          }
        }
      }
      return false;
    } catch (ExitingReaderException e) {
      return true; // nobody knows
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Query getFuzzyQuery(String field, String text, float similarity) throws ParseException {
    return made(field, each -> super.getFuzzyQuery(each, text, similarity));
  }

  @Override
  protected Query getRangeQuery(
      String field, String from, String to, boolean fromInclusive, boolean toInclusive)
      throws ParseException {
    Query byText =
        made(field, each -> super.getRangeQuery(each, from, to, fromInclusive, toInclusive));
    boolean isOfNumbers =
        field != null
            && (from != null || to != null)
            && NumberValues.isNumber(from)
            && NumberValues.isNumber(to);
    if (!isOfNumbers) {
      return byText;
    }
    try {
      Query byNumber = NumberValues.range(field, reader, from, to, fromInclusive, toInclusive);
      if (byNumber == null) {
        notes.accept("Not all values of " + field + " are numbers, so its range goes by text");
      }
      return byNumber == null ? byText : byNumber;
    } catch (ExitingReaderException e) {
      return byText; // nobody knows
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOSupplier;
import org.neardup.tools.input.UnitReader.Found;
import org.neardup.tools.input.UnitReader.Kind;

/**
 * A table whose first line names the fields, in UTF-8 or in the character set that the rules name.
 * Each row is a document, as an object of JSON with strings is; an empty value is {@code null}, and
 * a column without a name is not read, as programs write one for the numbers of rows. What is no
 * table ends the source; of a damaged row, see {@link UnitReader}.
 *
 * @param isTabs whether tabs are between values, and nothing is quoted; else commas or what a line
 *     such as {@code sep=;} before says, else semicolons or tabs, and see {@link TableRow}
 * @param notes takes a line if not all rows ended
 */
record TableSource(
    String name,
    IOSupplier<InputStream> opener,
    boolean isTabs,
    InputRules rules,
    Consumer<String> notes)
    implements Inputs.Source {
  private static final Pattern SEPARATOR_LINE = Pattern.compile("(?i)\\W*sep=(.)\\W*");

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    InputStream rest = opener.get();
    byte[] begin = JsonSources.begin(rest);
    Charset charset = ByteOrderMark.charset(begin) == null ? rules.charset() : UTF_8;
    char separator = separator(begin);
    Kind<TableRow> row =
        new Kind<>(
            "row", "closing quotation mark", () -> new TableRow(separator, !isTabs), line -> true);
    // Each byte is a character until a row is known: so one bad byte costs one row.
    try (UnitReader<TableRow> rows =
        new UnitReader<>(
            UnitReader.lines(begin, rest, rules.maxBytes()), ISO_8859_1, rules.maxBytes(), row)) {
      read(rows, charset, sink);
      rows.difference().ifPresent(counts -> notes.accept(name + ": note: " + counts));
    }
  }

  private char separator(byte[] begin) {
    String names =
        new String(begin, ISO_8859_1)
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("");
    Matcher said = SEPARATOR_LINE.matcher(names);
    if (said.matches()) {
      return said.group(1).charAt(0);
    }
    return isTabs
        ? '\t'
        : Stream.of(',', ';', '\t')
            .filter(each -> names.indexOf(each) >= 0)
            .findFirst()
            .orElse(',');
  }

  private void read(UnitReader<TableRow> rows, Charset charset, Inputs.Sink sink)
      throws InterruptedException {
    List<String> names = null;
    List<String> header = null; // as it was read
    try {
      for (Found<TableRow> found = rows.next(); found != null; found = rows.next()) {
        String where = name + ":" + found.line();
        if (names == null) {
          boolean saysSeparator = found.unit() != null && saysSeparator(found.unit().source());
          names = saysSeparator ? null : names(found, charset);
          header = saysSeparator ? null : found.unit().values();
        } else if (found.problem() != null) {
          sink.accept(RawDocument.unreadable(where, found.problem()));
        } else if (found.unit().values().size() != names.size()) {
          String problem = "a row must have " + names.size() + " values, got ";
          sink.accept(RawDocument.unreadable(where, problem + found.unit().values().size()));
          rows.refuse();
        } else if (!found.unit().values().equals(header)) { // tables were put together
          sink.accept(document(names, found.unit(), charset, where));
        }
      }
    } catch (BadInputException e) {
      sink.accept(RawDocument.unreadable(name + ":1", e.getMessage()));
    } catch (IOException e) {
      sink.accept(RawDocument.unreadable(name + ":" + rows.line(), Compression.problem(name, e)));
    }
  }

  private static boolean saysSeparator(String line) {
    return SEPARATOR_LINE.matcher(line).matches();
  }

  private List<String> names(Found<TableRow> header, Charset charset) throws BadInputException {
    if (header.problem() != null) {
      throw new BadInputException("the first line must name each column: " + header.problem());
    }
    List<String> names = new ArrayList<>();
    for (String name : header.unit().values()) {
      names.add(decoded(name, charset));
    }
    List<String> given = names.stream().filter(name -> !name.isEmpty()).toList();
    if (new HashSet<>(given).size() < given.size()) {
      throw new BadInputException(
          "the first line must name each column once, got " + Limits.shown(names.toString()));
    }
    return names;
  }

  private String decoded(String bytes, Charset charset) throws BadInputException {
    return rules.decode(bytes.getBytes(ISO_8859_1), charset);
  }

  private RawDocument document(List<String> names, TableRow row, Charset charset, String where) {
    return new RawDocument(
        where,
        row.source().length(),
        mainText -> {
          String source = new String(row.source().getBytes(ISO_8859_1), charset);
          Map<String, JsonFields.Value> values = values(names, row.values(), charset);
          return JsonDocument.document(values, where, source, rules, mainText);
        });
  }

  private Map<String, JsonFields.Value> values(
      List<String> names, List<String> row, Charset charset) throws BadInputException {
    Map<String, JsonFields.Value> values = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).isEmpty()) {
        String value = decoded(row.get(i), charset);
        JsonToken token = value.isEmpty() ? JsonToken.VALUE_NULL : JsonToken.VALUE_STRING;
        values.put(names.get(i), new JsonFields.Value(token, List.of(value)));
      }
    }
    return values;
  }
}

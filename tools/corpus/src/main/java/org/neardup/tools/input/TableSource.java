// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.io.function.IOSupplier;

/**
 * A table in UTF-8 whose first line names the fields: values between commas or tabs, or what a line
 * such as {@code sep=;} before says, in quotes where they hold these or line ends. Each row is a
 * document, as an object of JSON with strings is; an empty value is none, and a column without a
 * name is not read, as programs write one for the numbers of rows. What is no table ends the
 * source.
 *
 * @param separator between values
 */
record TableSource(String name, IOSupplier<InputStream> opener, char separator, InputRules rules)
    implements Inputs.Source {
  private static final Pattern SEPARATOR_LINE = Pattern.compile("(?i)\\W*sep=(.)\\W*");

  static boolean accepts(String name) {
    String plain = Compression.of(name).strip(name);
    return plain.endsWith(".csv") || plain.endsWith(".tsv");
  }

  /** What is between the values of a file, by its name in lower case. */
  static char separator(String name) {
    return Compression.of(name).strip(name).endsWith(".tsv") ? '\t' : ',';
  }

  @Override
  public void read(Inputs.Sink sink) throws IOException, InterruptedException {
    InputStream rest = opener.get();
    byte[] begin = JsonSources.begin(rest);
    InputStream in = new SequenceInputStream(new ByteArrayInputStream(begin), rest);
    // Each byte is a character until a row is known: so one bad byte costs one row.
    Limited text = new Limited(new InputStreamReader(in, ISO_8859_1), rules.maxBytes());
    CSVFormat format =
        CSVFormat.DEFAULT.builder().setDelimiter(separator(begin)).setTrailingData(true).get();
    try (CSVParser rows = CSVParser.parse(text, format)) {
      read(rows, text, sink);
    }
  }

  /** Where a comma is the decimal sign, programs write semicolons. */
  private char separator(byte[] begin) {
    String names = new String(begin, ISO_8859_1).lines().findFirst().orElse("");
    Matcher said = SEPARATOR_LINE.matcher(names);
    if (said.matches()) {
      return said.group(1).charAt(0);
    }
    return separator == ',' && names.indexOf(',') < 0 && names.indexOf(';') >= 0 ? ';' : separator;
  }

  private void read(CSVParser rows, Limited text, Inputs.Sink sink) throws InterruptedException {
    Iterator<CSVRecord> all = rows.iterator();
    List<String> names = null;
    List<String> header = null; // as bytes
    long line = 1;
    try {
      while (all.hasNext()) {
        CSVRecord row = all.next();
        String where = name + ":" + line;
        text.count = 0;
        line = rows.getCurrentLineNumber() + 1;
        if (names == null) {
          boolean saysSeparator = SEPARATOR_LINE.matcher(String.join(",", row.toList())).matches();
          names = saysSeparator ? null : names(row);
          header = saysSeparator ? null : names.stream().map(TableSource::bytes).toList();
        } else if (!row.toList().equals(header)) { // tables were put together
          sink.accept(document(names, row, where));
        }
      }
    } catch (BadInputException e) {
      sink.accept(RawDocument.unreadable(name + ":1", e.getMessage()));
    } catch (UncheckedIOException | IllegalStateException e) {
      String problem =
          e.getCause() instanceof IOException cause ? Inputs.reason(cause) : e.getMessage();
      sink.accept(
          RawDocument.unreadable(
              name + ":" + line, "cannot be read: " + problem + "; the rest was not read"));
    }
  }

  private static List<String> names(CSVRecord header) throws BadInputException {
    String line = String.join("\u0000", header.toList());
    List<String> names = List.of(ByteOrderMark.strip(decoded(line)).split("\u0000", -1));
    List<String> given = names.stream().filter(name -> !name.isEmpty()).toList();
    if (new HashSet<>(given).size() < given.size()) {
      throw new BadInputException(
          "the first line must name each column once, got " + Limits.shown(names.toString()));
    }
    return names;
  }

  private static String bytes(String name) {
    return new String(name.getBytes(UTF_8), ISO_8859_1);
  }

  private static String decoded(String bytes) throws BadInputException {
    return Decoding.decode(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  private RawDocument document(List<String> names, CSVRecord row, String where) {
    String shown = String.join(String.valueOf(separator), row.toList());
    if (row.size() != names.size()) {
      return RawDocument.unreadable(
          where, "a row must have " + names.size() + " values, got " + row.size());
    }
    return new RawDocument(
        where,
        shown.length(),
        mainText -> {
          String source = new String(shown.getBytes(ISO_8859_1), UTF_8);
          return JsonDocument.document(values(names, row), where, source, rules, mainText);
        });
  }

  private static Map<String, JsonFields.Value> values(List<String> names, CSVRecord row)
      throws BadInputException {
    Map<String, JsonFields.Value> values = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String value = decoded(row.get(i));
      boolean isGiven = !value.isEmpty() || names.get(i).equals(InputDocument.TEXT);
      if (isGiven && !names.get(i).isEmpty()) {
        values.put(names.get(i), new JsonFields.Value(JsonToken.VALUE_STRING, List.of(value)));
      }
    }
    return values;
  }

  /** Fails where a row has too many characters: its quote is perhaps not closed. */
  private static final class Limited extends FilterReader {
    private final int limit;
    private long count;

    Limited(Reader in, int limit) {
      super(in);
      this.limit = limit;
    }

    @Override
    public int read(char[] characters, int offset, int length) throws IOException {
      int n = super.read(characters, offset, length);
      count += Math.max(0, n);
      if (count > limit + (long) length) {
        throw new IOException(
            Limits.tooLong("row", limit, count) + " or more: a quote is perhaps not closed");
      }
      return n;
    }
  }
}

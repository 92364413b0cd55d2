// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.input;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;

/**
 * A file that is read by the ending of its name, or in the format that the rules name.
 *
 * @param id of its one document, or what those of the pages in an archive begin with
 */
record InputFile(Path path, String id) {

  /**
   * What reads it.
   *
   * @param kind of the file
   * @param notes takes a line on what is not read though nothing is wrong with it
   */
  Inputs.Source source(FileKind kind, InputRules rules, Consumer<String> notes)
      throws BadInputException {
    String name = rules.nameOf(path.toString());
    FileFormat format = FileFormat.of(name);
    if (format == null) {
      throw new BadInputException("not a kind of input, which are: " + Inputs.KINDS);
    } else if (format.needsRandomAccess() && kind != FileKind.REGULAR) {
      throw new BadInputException("an archive must be a regular file, got " + kind);
    }
    Compression compression = Compression.of(name);
    return switch (format) {
      case JSON, CSV, TSV ->
          stream(format, path.toString(), () -> compression.open(path), rules, notes);
      case TAR -> new TarSource(this, compression, rules, notes);
      case HTML, TEXT -> sink -> sink.accept(PageFile.read(path, id, rules));
      case MESSAGES -> new MessageSource(path, rules);
      case ZIP, WACZ -> new ZipSource(this, format == FileFormat.WACZ, rules, notes);
      case WARC -> webArchive(RecordFormat.WARC, rules, notes);
      case ARC -> webArchive(RecordFormat.ARC, rules, notes);
      case PARQUET ->
          throw new BadInputException(
              "Parquet is read by 'neardup-spark cluster --output FOLDER " + path + "'");
    };
  }

  private Inputs.Source webArchive(RecordFormat format, InputRules rules, Consumer<String> notes) {
    return new WarcSource(path, format, new CapturedPages(path.toString(), rules, notes));
  }

  /**
   * What reads JSON or a table.
   *
   * @param shown its name, for messages
   */
  static Inputs.Source stream(
      FileFormat format,
      String shown,
      IOSupplier<InputStream> opener,
      InputRules rules,
      Consumer<String> notes) {
    IOSupplier<InputStream> utf8 = () -> ByteOrderMark.utf8(opener.get());
    return format == FileFormat.CSV || format == FileFormat.TSV
        ? new TableSource(shown, utf8, format == FileFormat.TSV, rules, notes)
        : JsonSources.of(shown, utf8, rules);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Guard;
import org.neardup.compare.PortableSketch;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.JsonEscapes;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Fields;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.GuardOption;
import org.neardup.tools.options.TextFieldOption;
import org.neardup.tools.options.Usage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code neardup sketch}. */
@Command(
    description = {
      "Prints the sketch of each document, as lines of JSON with id and sketch, for an engine that"
          + " stores it with the document and gives it with hits.",
      "",
      "Sketches can be compared if they were made with the same options. A document without text"
          + " has null."
    },
    parameterListHeading = "%nInput:%n",
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.INPUT_FAILED, ExitCodeLines.USAGE},
    footerHeading = "%nExample:%n",
    footer = "  neardup sketch docs.jsonl.gz > sketches.jsonl")
final class SketchCommand implements Callable<Integer> {
  private static final ObjectWriter WRITER = new JsonMapper().writer().with(new JsonEscapes());

  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @Mixin private GuardOption guard;
  @Mixin private ResemblanceOptions resemblance;
  @Mixin private TextFieldOption textField;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private InputArguments input;

  /** Component names are the keys of the JSON. */
  private record Line(String id, String sketch) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Terminal terminal = neardup.terminal();
    CollapseConfig config = config();
    TextSketcher sketcher =
        config.textSketcher(Analyzers.named(analyzer.checked(Normalization.NFKC)));
    ExitCode[] code = {ExitCode.DONE};
    input
        .open(terminal, Fields.sets(config))
        .read(
            raw -> {
              try {
                terminal.print(line(raw, config, sketcher));
              } catch (BadInputException | IllegalArgumentException e) {
                terminal.message(raw.where() + ": " + e.getMessage());
                code[0] = ExitCode.INPUT_FAILED;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return code[0].code();
  }

  private CollapseConfig config() {
    try {
      return resemblance
          .config(Fields.collapse(textField.names()))
          .withGuards(Guard.ofTexts(guard.value()).toArray(Guard[]::new));
    } catch (IllegalArgumentException e) {
      throw new Usage(spec).mistake(e);
    }
  }

  private static String line(RawDocument raw, CollapseConfig config, TextSketcher sketcher)
      throws BadInputException, IOException {
    InputDocument document = raw.parser().parse();
    sketcher.reset();
    for (String field : config.textFields()) {
      for (String text : document.values(field)) {
        sketcher.add(field, text);
      }
    }
    byte[] value = sketcher.finish(0).value();
    String sketch =
        value == null
            ? null
            : new PortableSketch(sketcher.parameters(), new BytesRef(value)).toString();
    return json(new Line(document.id(), sketch));
  }

  private static String json(Line line) {
    try {
      return WRITER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of strings is always JSON", e);
    }
  }
}

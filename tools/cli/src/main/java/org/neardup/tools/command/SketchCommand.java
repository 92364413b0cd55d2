// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.Guard;
import org.neardup.compare.TextSketcher;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.tools.analysis.Analyzers;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.Json;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.index.Fields;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.options.AnalyzerOption;
import org.neardup.tools.options.AnalyzerOption.Normalization;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.GuardOption;
import org.neardup.tools.options.TextFieldOption;
import org.neardup.tools.options.Usage;
import org.neardup.tools.pipeline.OrderedPipeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
    description = {
      "Prints the sketch of each document, as lines of JSON with id and sketch, for an engine that"
          + " stores it with the document and gives it with hits.",
      "",
      "Sketches can be compared if they were made with the same options. A document without text"
          + " has null."
    },
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.INPUT_FAILED, ExitCodeLines.USAGE},
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup sketch docs.jsonl.gz > sketches.jsonl",
      "  neardup sketch --bulk docs.jsonl.gz |",
      "    curl -H 'Content-Type: application/x-ndjson' --data-binary @- localhost:9200/pages/_bulk"
    })
final class SketchCommand implements Callable<Integer> {
  private static final int MOST_HELD_BACK = 10_000; // lines, which memory holds

  @ParentCommand private NeardupCommand neardup;
  @Spec private CommandSpec spec;

  @Option(
      names = "--bulk",
      description =
          "Print requests that update the documents with these ids, for the _bulk API of"
              + " Elasticsearch and OpenSearch.")
  private boolean isBulk;

  @Mixin private GuardOption guard;
  @Mixin private ResemblanceOptions resemblance;
  @Mixin private TextFieldOption textField;
  @Mixin private AnalyzerOption analyzer;
  @Mixin private InputArguments input;

  /** Of a document: its line and the names of its fields, or what is wrong with it. */
  private record Result(
      String line, Set<String> names, List<String> notes, String where, String problem) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Terminal terminal = neardup.terminal();
    CollapseConfig config = config();
    Analyzer words = Analyzers.named(analyzer.checked(Normalization.NFKC));
    Queue<TextSketcher> free = new ConcurrentLinkedQueue<>();
    WantedFields wanted = new WantedFields(config);
    Queue<String> lines = new ArrayDeque<>(); // held back until a document has the fields
    ExitCode[] code = {ExitCode.DONE};
    Inputs inputs = input.open(terminal, Fields.sets(config));
    try (Problems problems = inputs.problems()) {
      new OrderedPipeline<RawDocument, Result>(input.threads(), RawDocument::bytes, () -> false)
          .run(
              intake -> inputs.read(intake::accept),
              raw -> {
                TextSketcher last = free.poll();
                TextSketcher sketcher = last == null ? config.textSketcher(words) : last;
                Result result = result(raw, config, sketcher);
                free.add(sketcher);
                return result;
              },
              result -> {
                if (result.problem() == null) {
                  problems.notes(result.where(), result.notes());
                  wanted.see(result.names());
                  lines.add(result.line());
                } else {
                  problems.add(result.where(), result.problem());
                  code[0] = ExitCode.INPUT_FAILED;
                }
                while (lines.size() > (wanted.isMissing() ? MOST_HELD_BACK : 0)) {
                  terminal.print(lines.remove());
                }
              });
    }
    wanted.requireAll();
    return code[0].code();
  }

  private CollapseConfig config() {
    return new Usage(spec)
        .checked(
            () ->
                resemblance
                    .config(Fields.collapse(textField.names()))
                    .withGuards(Guard.ofTexts(guard.value()).toArray(Guard[]::new)));
  }

  private Result result(RawDocument raw, CollapseConfig config, TextSketcher sketcher)
      throws IOException {
    try {
      InputDocument document = raw.parser().parse();
      String line = line(document, config, sketcher);
      return new Result(line, document.names(), document.notes(), raw.where(), null);
    } catch (BadInputException | IllegalArgumentException e) {
      return new Result(null, Set.of(), List.of(), raw.where(), e.getMessage());
    }
  }

  private String line(InputDocument document, CollapseConfig config, TextSketcher sketcher)
      throws IOException {
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
    // An update, so that no document is made that the engine has not; null takes a sketch away.
    return isBulk
        ? json(Map.of("update", Map.of("_id", document.id())))
            + '\n'
            + json(Map.of("doc", Collections.singletonMap("sketch", sketch)))
        : json(new Sketched(document.id(), sketch));
  }

  private static String json(Object value) {
    return new String(Json.line(value), UTF_8).stripTrailing();
  }

  /** Component names are the keys of the JSON. */
  private record Sketched(String id, String sketch) {}
}

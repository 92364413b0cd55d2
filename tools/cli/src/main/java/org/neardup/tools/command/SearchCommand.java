// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.util.List;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.search.HitSummaries;
import org.neardup.tools.search.Search;
import org.neardup.tools.search.SearchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description = {
      "Searches an index and shows one version of each document.",
      "",
      "The query is in Lucene's classic syntax: words, \"phrases\", AND OR NOT, field:word; what does"
          + " not parse is searched as words, and a note says so. Words without a field are searched"
          + " in title and text (if there is one), and in the fields of --text-field; other"
          + " fields match by their whole value, as in version:9.12.3."
          + " With neardup:ID, or neardup:\"ID 0.7\", it finds the documents that resemble one"
          + " by at least .8, or .7. A hit says how many versions are hidden behind it, and"
          + " shows what matches in its text."
    },
    exitCodeList = {ExitCodeLines.DONE, ExitCodeLines.USAGE, ExitCodeLines.INDEX},
    footerHeading = "%nExamples:%n",
    footer = {
      "  neardup search --index docs.idx 'title:IndexWriter'",
      "  neardup search --index news.idx --sort date:desc --fields date,url ferry timetable",
      "  neardup search --index docs.idx --mode all --top 20 '\"index writer\" AND merge'"
    })
final class SearchCommand extends IndexedCommand {
  @Mixin private TopOption top = new TopOption(10);

  @Option(
      names = "--mode",
      paramLabel = "best|hide|all",
      defaultValue = "best",
      description =
          "Search all documents and show one version of each, search visible documents only, or"
              + " show all documents, with hidden ones marked. Default: ${DEFAULT-VALUE}.")
  private Search.Mode mode;

  @Option(
      names = "--filter",
      paramLabel = "Q",
      description =
          "Find only documents that also match this query, which does not change the score, such as"
              + " version:9.12.3.")
  private String filter;

  @Option(
      names = "--sort",
      paramLabel = "FIELD[:desc]",
      description =
          "Order hits by a field, as numbers if all its values are, or else as text; documents"
              + " without it come last, and ties go by score. Default: by score.")
  private String sort;

  @Option(
      names = "--fields",
      split = ",",
      paramLabel = "FIELD",
      description = "Show the stored values of these fields with each hit, such as date,url.")
  private List<String> fields = List.of();

  @Option(
      names = "--origins",
      paramLabel = "FIELD",
      description =
          "Say of each hit how many values of this field, such as site, its versions have; of url,"
              + " their sites. With this or --dates, also in how many versions numbers,"
              + " negations, names or dates are others than in the hit.")
  private String origins;

  @Option(
      names = "--dates",
      paramLabel = "FIELD",
      description =
          "Say of each hit which of its versions is the first by this field, such as date.")
  private String dates;

  @Parameters(
      paramLabel = "QUERY",
      arity = "1..*",
      description = "The query; several words need no quotes around them.")
  private List<String> words;

  @Override
  public Integer call() throws IOException {
    int most = top.checked();
    Search.Request request =
        new Search.Request("QUERY", String.join(" ", words), mode, "--filter", filter, null, sort);
    try (NeardupIndex opened = NeardupIndex.open(folder())) {
      HitSummaries summaries = HitSummaries.of(opened, origins, dates);
      SearchReport report = Search.run(opened, request, most, fields, summaries);
      printNotes(report.notes());
      String origin = summaries == null ? "" : summaries.origin();
      print(report, () -> report.text(terminal().paint(), origin));
    }
    return ExitCode.DONE.code();
  }
}

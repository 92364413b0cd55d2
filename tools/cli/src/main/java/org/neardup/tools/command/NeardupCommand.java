// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import static java.util.Map.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.neardup.tools.console.ProgramVersion;
import org.neardup.tools.console.Terminal;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.IndexFolder;
import org.neardup.tools.index.Interruption;
import org.neardup.tools.options.ExitCodeLines;
import org.neardup.tools.options.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The {@code neardup} command. */
@Command(
    name = "neardup",
    description =
        "Makes a Lucene index hold each content once, or show it once: near-duplicates collapse as"
            + " they are indexed, and one version of each reaches the search results.",
    versionProvider = NeardupCommand.VersionText.class,
    parameterListHeading = "%nArguments:%n",
    exitCodeList = {
      ExitCodeLines.DONE,
      "1:some input failed, or a check found something; each was named, the rest was done",
      ExitCodeLines.USAGE,
      "3:the index is missing, damaged or made with other settings, or an output cannot be written;"
          + " nothing was changed, unless only the printing failed",
      ExitCodeLines.FAILED
    },
    footer = {"", "'neardup COMMAND --help' describes a command."})
public final class NeardupCommand extends Program {
  private static final Map<String, Class<?>> COMMANDS =
      Map.ofEntries(
          entry("check", CheckCommand.class),
          entry("cluster", ClusterCommand.class),
          entry("copied", CopiedCommand.class),
          entry("curve", CurveCommand.class),
          entry("delete", DeleteCommand.class),
          entry("demo", DemoCommand.class),
          entry("experiment", ExperimentCommand.class),
          entry("explain", ExplainCommand.class),
          entry("index", IndexCommand.class),
          entry("look", LookCommand.class),
          entry("rebuild", RebuildCommand.class),
          entry("report", ReportCommand.class),
          entry("retune", RetuneCommand.class),
          entry("search", SearchCommand.class),
          entry("serve", ServeCommand.class),
          entry("similar", SimilarCommand.class),
          entry("sketch", SketchCommand.class),
          entry("stats", StatsCommand.class),
          entry("variants", VariantsCommand.class),
          entry("verdicts", VerdictsCommand.class));

  @Option(
      names = "--quiet",
      scope = ScopeType.INHERIT,
      description = "Print no progress bar, and no counts of what was done but with --json.")
  private boolean quiet;

  private final Interruption interruption;

  private NeardupCommand(Terminal terminal, Interruption interruption) {
    super(terminal);
    this.interruption = interruption;
  }

  @Override
  protected Map<String, List<String>> commandGroups() {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("You have documents", List.of("look", "index", "demo"));
    groups.put(
        "You have an index",
        List.of("serve", "report", "stats", "check", "retune", "delete", "verdicts", "rebuild"));
    groups.put(
        "You have a question", List.of("search", "similar", "copied", "variants", "explain"));
    groups.put("You have a corpus", List.of("cluster", "experiment", "sketch", "curve"));
    return groups;
  }

  @Override
  public Terminal terminal() {
    return quiet ? super.terminal().unwatched() : super.terminal();
  }

  @Override
  protected Throwable cause(Throwable failure, ParseResult parsed) {
    ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    Path from = command.matchedOptionValue("--from", (Path) null);
    Path index = command.matchedOptionValue("--index", from);
    return switch (failure) {
      case ToolException mistake -> mistake;
      case IOException told -> told;
      case Throwable other when index != null -> new IndexFolder(index).causeOf(other);
      default -> failure;
    };
  }

  /** What ends a command early. */
  Interruption interruption() {
    return interruption;
  }

  /** Whether nobody wants to see the counts of what was done, but as JSON. */
  boolean isQuiet() {
    return quiet;
  }

  /** Runs one command, which nothing ends early, and returns its exit code. */
  public static int run(Terminal terminal, String... args) {
    return run(terminal, new Interruption(), args);
  }

  /** Runs one command and returns its exit code. */
  public static int run(Terminal terminal, Interruption interruption, String... args) {
    return new NeardupCommand(terminal, interruption).run(COMMANDS, args);
  }

  /** The versions that a bug report needs. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {ProgramVersion.line()};
    }
  }
}

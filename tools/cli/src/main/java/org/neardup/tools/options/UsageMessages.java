// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.neardup.tools.console.Json;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line. The parser's own messages are replaced, kind by kind;
 * those of commands are left as they are.
 *
 * @param args as they were typed
 */
record UsageMessages(List<String> args) {
  private static final int LONG = 6; // characters: a shorter word with two mistakes is another one

  /**
   * The message of a mistake, with what a misspelled argument may have been meant for. A misspelled
   * option goes before the one that is missing for it, which is what the parser would tell.
   */
  String of(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    List<String> unmatched =
        mistake instanceof UnmatchedArgumentException given
            ? given.getUnmatched()
            : command.getUnmatchedArguments();
    if (!unmatched.isEmpty()) {
      return unmatched(command, unmatched.getFirst());
    }
    return switch (mistake) {
      case MissingParameterException missing -> missing(command.getCommandSpec(), missing);
      case MutuallyExclusiveArgsException both -> exclusive(command.getCommandSpec());
      case OverwrittenOptionException twice ->
          name(twice.getOverwritten()) + " must be given once, got it twice";
      case MaxValuesExceededException many -> "an option was given too many values";
      default -> {
        boolean isOfParser = mistake.getArgSpec() != null;
        String told = String.valueOf(mistake.getMessage());
        yield isOfParser
            ? name(mistake.getArgSpec())
                + " must be "
                + kind(mistake.getArgSpec())
                + ", got "
                + mistake.getValue()
            : told.startsWith("Unknown subcommand")
                ? unmatched(parent(command), args.getLast())
                : told;
      }
    };
  }

  /** Of the command help, the one that has the commands. */
  private static CommandLine parent(CommandLine command) {
    return command.getParent() == null ? command : command.getParent();
  }

  private static String unmatched(CommandLine command, String typed) {
    boolean isOption = new UnmatchedArgumentException(command, List.of(typed)).isUnknownOption();
    if (isOption) {
      List<String> names = new ArrayList<>();
      command.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
      return "unknown option " + typed + close(typed.replaceFirst("=.*", ""), names);
    }
    return command.getSubcommands().isEmpty()
        ? "unexpected argument " + typed
        : "unknown command " + typed + close(typed, command.getSubcommands().keySet());
  }

  /**
   * What a word may have been meant for, if anything is like it: one with a mistake, one that
   * begins so, one with two mistakes, or one that begins as most of it. A swap of letters is one
   * mistake.
   */
  private static String close(String typed, Collection<String> known) {
    LevenshteinAutomata near = new LevenshteinAutomata(typed, true);
    CharacterRunAutomaton one = new CharacterRunAutomaton(near.toAutomaton(1));
    CharacterRunAutomaton two = new CharacterRunAutomaton(near.toAutomaton(2));
    boolean isLong = typed.replace("-", "").length() >= LONG;
    String most = typed.substring(0, typed.length() * 2 / 3);
    return Stream.<Predicate<String>>of(
            one::run,
            name -> !typed.isEmpty() && name.startsWith(typed),
            name -> isLong && two.run(name),
            name -> isLong && name.startsWith(most))
        .flatMap(test -> new TreeSet<>(known).stream().filter(test))
        .findFirst()
        .map(name -> "; did you mean " + name + "?")
        .orElse("");
  }

  private String missing(CommandSpec spec, MissingParameterException mistake) {
    List<ArgSpec> missing = mistake.getMissing();
    for (ArgSpec each : missing) {
      String instead = each instanceof OptionSpec option ? insteadOfValue(option) : null;
      if (instead != null) {
        return name(each) + " must have a value, " + each.paramLabel() + ", got " + instead;
      }
    }
    ArgGroupSpec choice = // of which nothing was typed
        spec.argGroups().stream()
            .filter(group -> group.exclusive() && group.multiplicity().min() > 0)
            .filter(group -> options(group).stream().noneMatch(this::isTyped))
            .findFirst()
            .orElse(null);
    boolean isOfChoice = missing.stream().allMatch(each -> each.group() != null);
    return (choice != null && isOfChoice
            ? names(choice)
            : missing.stream()
                .filter(each -> !(each instanceof OptionSpec option && isTyped(option)))
                .map(UsageMessages::withLabel)
                .collect(Collectors.joining(" and ")))
        + " must be given";
  }

  private static String withLabel(ArgSpec spec) {
    return spec.isOption() ? name(spec) + " " + spec.paramLabel() : spec.paramLabel();
  }

  /** Names of the options of which one is to be chosen. */
  private static String names(ArgGroupSpec choice) {
    List<String> names = new ArrayList<>();
    choice.args().forEach(arg -> names.add(name(arg)));
    for (ArgGroupSpec inner : choice.subgroups()) {
      options(inner).stream().findFirst().ifPresent(option -> names.add(name(option)));
    }
    return String.join(" or ", names);
  }

  private static List<OptionSpec> options(ArgGroupSpec group) {
    List<OptionSpec> options = new ArrayList<>(group.options());
    group.subgroups().forEach(inner -> options.addAll(options(inner)));
    return options;
  }

  private boolean isTyped(OptionSpec option) {
    return Stream.of(option.names())
        .anyMatch(
            name -> args.stream().anyMatch(arg -> arg.equals(name) || arg.startsWith(name + "=")));
  }

  /** What was typed where the value of an option must be: none, or an option; null for a value. */
  private String insteadOfValue(OptionSpec option) {
    int place = args.indexOf(option.longestName());
    if (place >= 0 && (place + 1 == args.size() || args.get(place + 1).startsWith("-"))) {
      return "none";
    }
    String given = option.longestName() + "=";
    return args.stream()
        .filter(arg -> arg.startsWith(given + "--"))
        .map(arg -> arg.substring(given.length()))
        .findFirst()
        .orElse(null);
  }

  private String exclusive(CommandSpec spec) {
    String typed =
        spec.argGroups().stream()
            .flatMap(group -> options(group).stream())
            .filter(this::isTyped)
            .map(UsageMessages::name)
            .collect(Collectors.joining(" and "));
    return typed + " must not be given together";
  }

  private static String name(ArgSpec spec) {
    return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
  }

  /** What a value must be. */
  private static String kind(ArgSpec spec) {
    Class<?> type = spec.typeInfo().isMultiValue() ? spec.auxiliaryTypes()[0] : spec.type();
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(value -> Json.lower((Enum<?>) value))
              .collect(Collectors.joining(", "));
    } else if (type == boolean.class || type == Boolean.class) {
      return "given without a value";
    } else if (type == double.class || type == Double.class) {
      return "a number";
    }
    boolean isWhole =
        type == int.class || type == Integer.class || type == long.class || type == Long.class;
    return isWhole ? "a whole number" : "a path"; // nothing else is refused
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.command;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;

/** A folder, corpora and what commands write there. */
abstract class CommandTestCase {
  static final String FIRE =
      "A fire broke out at the old wharf on Monday night and destroyed two sheds before the crews"
          + " could bring it under control at dawn.";

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  Path folder;
  Path found;

  @Before
  public void makeFolder() throws IOException {
    folder = temporary.newFolder("some where").toPath();
    found = folder.resolve("found");
  }

  static String line(Object id, String text) {
    return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
  }

  String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return file.toString();
  }

  /**
   * Documents with copies, near-copies and chains of them, some of them pages of a few hosts with
   * dates, others without text.
   */
  static String corpus(int documents, long seed) {
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      String text = text(texts, random);
      texts.add(text);
      lines.append("{\"id\":\"").append(i).append("\",\"text\":\"").append(text).append('"');
      if (random.nextInt(3) == 0) {
        lines.append(",\"url\":\"http://h").append(random.nextInt(4)).append("/").append(i % 50);
        lines.append("\",\"date\":\"2026-01-").append(10 + random.nextInt(10)).append('"');
      }
      lines.append("}\n");
    }
    return lines.toString();
  }

  private static String text(List<String> before, Random random) {
    int kind = random.nextInt(20);
    if (kind == 0) {
      return "";
    }
    String earlier = before.isEmpty() ? "" : before.get(random.nextInt(before.size()));
    if (kind < 4) {
      return earlier;
    } else if (kind < 10 && !earlier.isEmpty()) {
      String[] words = earlier.split(" ", -1);
      words[random.nextInt(words.length)] = "w" + random.nextInt(1000);
      return String.join(" ", words);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 10 + random.nextInt(50); i > 0; i--) {
      text.append('w').append(random.nextInt(1000)).append(i == 1 ? "" : " ");
    }
    return text.toString();
  }

  /** Runs {@code neardup-spark cluster} or another command, which is to succeed. */
  Outcome succeed(String command, String... args) {
    Outcome outcome = run(command, args);
    assertEquals(outcome.err(), 0, outcome.exitCode());
    return outcome;
  }

  Outcome run(String command, String... args) {
    return Outcome.neardupSpark(
        Stream.concat(Stream.of(command, "--output", found.toString()), Stream.of(args))
            .toArray(String[]::new));
  }

  /** What {@code neardup cluster} finds. */
  String byOneMachine(String... args) throws IOException {
    Path file = folder.resolve("one-machine.jsonl");
    Outcome outcome =
        Outcome.neardup(
            Stream.concat(
                    Stream.of("cluster", "--force", "--output", file.toString()), Stream.of(args))
                .toArray(String[]::new));
    assertEquals(outcome.err(), 0, outcome.exitCode());
    return Files.readString(file);
  }

  /** The lines of all parts of a folder of the output. */
  List<String> parts(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.list(found.resolve(name))) {
      for (Path part : parts.sorted().toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines;
  }

  /** The names in a folder. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

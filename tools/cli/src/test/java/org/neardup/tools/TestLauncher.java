// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * {@code bin/find-jdk} and {@code bin/neardup} with JDKs that are scripts: their java prints how it
 * was called, and writes the cache of classes where it is told to.
 */
public class TestLauncher {
  private static final String JAVA =
      """
      #!/bin/bash
      for argument in "$@"; do
        case $argument in
          -XX:*Output=* | -XX:ArchiveClassesAtExit=*)
            echo "$$" >> "$MADE"; sleep .3; echo classes > "${argument#*=}" ;;
        esac
      done
      echo "$@"
      """;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path root;
  private Path lib;

  @Before
  public void setUp() throws IOException {
    root = folder.newFolder("with blanks").toPath();
    copyScripts(root.resolve("tools/bin"));
    lib = Files.createDirectories(root.resolve("tools/cli/target/lib"));
    for (String jar : List.of("neardup-tools-1.jar", "a.jar")) {
      old(Files.createFile(lib.resolve(jar)));
    }
  }

  private static void copyScripts(Path bin) throws IOException {
    Files.createDirectories(bin);
    for (String name : List.of("neardup", "neardup-spark", "find-jdk", "start-options")) {
      Files.copy(Path.of("../bin").resolve(name), bin.resolve(name));
      bin.resolve(name).toFile().setExecutable(true);
    }
  }

  private static void old(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
  }

  /** A home whose javac says a version, and whose release says one unless null. */
  private Path jdk(String name, String javac, String release) throws IOException {
    Path home = root.resolve(name);
    script(home.resolve("bin/java"), JAVA);
    script(home.resolve("bin/javac"), "#!/bin/bash\necho 'javac " + javac + "'\n");
    if (release != null) {
      Files.writeString(
          home.resolve("release"),
          "JAVA_RUNTIME_VERSION=\"1\"\nJAVA_VERSION=\"" + release + "\"\n");
    }
    return home;
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
  }

  /** What a script printed, both ways, without the line break at the end. */
  private String run(Map<String, String> variables, String script, String... arguments)
      throws Exception {
    Process process = start(variables, script, arguments);
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    process.waitFor();
    return printed;
  }

  private Process start(Map<String, String> variables, String script, String... arguments)
      throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(root.resolve("tools/bin").resolve(script).toString()),
                Stream.of(arguments))
            .toList();
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.contains("JAVA"));
    builder.directory(folder.getRoot());
    builder.environment().put("HOME", root.toString());
    builder.environment().put("MADE", root.resolve("made").toString());
    builder.environment().putAll(variables);
    return builder.start();
  }

  private String neardup(Path jdk, String... arguments) throws Exception {
    return run(Map.of("JAVA_HOME", jdk.toString()), "neardup", arguments);
  }

  private List<Path> caches() throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.getFileName().toString().startsWith("classes-")).toList();
    }
  }

  /** Waits until the cache is there and nobody is making it. */
  private Path cache() throws Exception {
    Await.until(
        "one cache", () -> caches().size() == 1 && Files.isRegularFile(caches().getFirst()));
    return caches().getFirst();
  }

  @Test
  public void theReleaseFileTellsTheVersion() throws Exception {
    Path jdk = jdk("jdk", "17", "21.0.1");
    assertEquals(jdk.toString(), run(Map.of("JAVA_HOME", jdk.toString()), "find-jdk"));
  }

  @Test
  public void withoutAReleaseFileTheCompilerTells() throws Exception {
    Path jdk = jdk("jdk", "21.0.1", null);
    assertEquals(jdk.toString(), run(Map.of("JAVA_HOME", jdk.toString()), "find-jdk"));
    Path unversioned = jdk("unversioned", "22", "unknown");
    assertEquals(
        unversioned.toString(), run(Map.of("JAVA_HOME", unversioned.toString()), "find-jdk"));
  }

  @Test
  public void anOldJdkIsPassedOver() throws Exception {
    for (String version : List.of("20.0.2", "1.8.0_392")) {
      Path old = jdk("old" + version, "25", version);
      String found = run(Map.of("JAVA_HOME", old.toString()), "find-jdk");
      assertNotEquals(old.toString(), found);
    }
    Path old = jdk("old", "17.0.1", null);
    assertNotEquals(old.toString(), run(Map.of("JAVA_HOME", old.toString()), "find-jdk"));
  }

  @Test
  public void theJavaOnThePathIsFollowedToItsHome() throws Exception {
    Path jdk = jdk("jdk", "1", "24");
    Path links = Files.createDirectories(root.resolve("links"));
    Files.createSymbolicLink(links.resolve("first"), jdk.resolve("bin/java"));
    Files.createSymbolicLink(links.resolve("java"), Path.of("first"));
    String path = links + File.pathSeparator + System.getenv("PATH");
    assertEquals(jdk.toString(), run(Map.of("PATH", path), "find-jdk"));
  }

  @Test
  public void theNewestOfTheUsualFoldersIsFound() throws Exception {
    jdk(".jdks/a", "1", "901");
    Path newest = jdk(".jdks/b", "1", "1000.1");
    jdk(".jdks/c", "902", null);
    String old = jdk("old", "1", "17").resolve("bin") + File.pathSeparator + System.getenv("PATH");
    assertEquals(newest.toString(), run(Map.of("PATH", old), "find-jdk"));
  }

  @Test
  public void theFirstRunMakesTheCacheAndTheNextOneUsesIt() throws Exception {
    Path jdk = jdk("jdk 25", "25", "25.0.3");
    String first = neardup(jdk, "search", "two words");
    assertFalse(first, first.contains("-XX:AOT"));
    Path cache = cache();
    assertEquals(
        first.replace(" -Dneardup.progress", " -XX:AOTCache=" + cache + " -Dneardup.progress"),
        neardup(jdk, "search", "two words"));
    assertTrue(
        first, first.endsWith("neardup-tools-1.jar org.neardup.tools.Main search two words"));
  }

  @Test
  public void beforeJdk25TheCacheIsAnArchive() throws Exception {
    Path jdk = jdk("jdk", "21", "21.0.1");
    neardup(jdk, "--help");
    Path cache = cache();
    String second = neardup(jdk, "--help");
    assertTrue(second, second.contains(" -XX:SharedArchiveFile=" + cache));
  }

  @Test
  public void aCacheOlderThanAJarIsMadeAnew() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    neardup(jdk, "stats");
    Path cache = cache();
    Files.writeString(cache, "stale");
    old(cache);
    String stale = neardup(jdk, "stats");
    assertFalse(stale, stale.contains("-XX:AOT"));
    Await.until("a new cache", () -> !Files.readString(cache).equals("stale"));
    assertEquals("classes\n", Files.readString(cache));
  }

  @Test
  public void anotherJdkHasACacheOfItsOwn() throws Exception {
    neardup(jdk("jdk", "25", "25"), "stats");
    Path cache = cache();
    String other = neardup(jdk("other", "25", "25"), "stats");
    assertFalse(other, other.contains(cache.toString()));
    String updated = neardup(jdk("jdk", "25", "25.0.1"), "stats");
    assertFalse(updated, updated.contains(cache.toString()));
  }

  @Test
  public void ofTwoFirstRunsOneMakesTheCache() throws Exception {
    Map<String, String> variables = Map.of("JAVA_HOME", jdk("jdk", "25", "25").toString());
    Process first = start(variables, "neardup", "stats");
    Process second = start(variables, "neardup", "stats");
    assertEquals(0, first.waitFor());
    assertEquals(0, second.waitFor());
    cache();
    assertEquals(1, Files.readAllLines(root.resolve("made")).size());
  }

  @Test
  public void whereTheCacheCannotBeMadeItRunsWithout() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    // Stands for a folder that cannot be written, which root could write.
    Path making =
        lib.resolve(
            "classes-short-25-" + jdk.toString().replaceAll("[^A-Za-z0-9.]", "_") + ".making");
    Files.createFile(making);
    for (int i = 0; i < 2; i++) {
      String called = neardup(jdk, "stats");
      assertTrue(called, called.startsWith("--enable-native-access"));
      assertEquals(called, 1, called.lines().count());
    }
    assertEquals(List.of(making), caches());
  }

  @Test
  public void longCommandsAreCompiledInFullAndHaveACacheOfTheirOwn() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    String first = neardup(jdk, "index", "search");
    assertTrue(first, first.contains("-XX:+UseParallelGC"));
    assertFalse(first, first.contains("-XX:Tiered") || first.contains("-XX:AOT"));
    Path cache = cache();
    for (String command : List.of("index", "cluster", "experiment")) {
      String called = neardup(jdk, command, "search");
      assertTrue(called, called.contains("-XX:AOTCache=" + cache));
    }
    String quick = neardup(jdk, "search", "index");
    assertFalse(quick, quick.contains(cache.toString()));
  }

  @Test
  public void optionsOfTheUserReplaceThoseForTheStart() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    for (String variable : List.of("NEARDUP_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
      var variables = Map.of("JAVA_HOME", jdk.toString(), variable, "-XX:+UseG1GC");
      String called = run(variables, "neardup", "stats");
      assertFalse(called, called.contains("UseSerialGC"));
    }
  }

  @Test
  public void theNewestJarIsRun() throws Exception {
    Files.createFile(lib.resolve("neardup-tools-1-before.jar"));
    old(lib.resolve("neardup-tools-1-before.jar"));
    Files.setLastModifiedTime(
        lib.resolve("neardup-tools-1.jar"), FileTime.fromMillis(1_000_000_060_000L));
    String called = neardup(jdk("jdk", "25", "25"), "index");
    assertTrue(called, called.endsWith(lib + "/neardup-tools-1.jar org.neardup.tools.Main index"));
  }

  @Test
  public void aReleaseRunsWhatLiesBesideItThroughALink() throws Exception {
    Path release = release();
    Path jar = release.resolve("lib/neardup-tools-1.jar");
    old(Files.createFile(jar));
    Path link = Files.createSymbolicLink(root.resolve("link"), release.resolve("bin/neardup"));
    var variables = Map.of("JAVA_HOME", jdk("jdk", "25", "25").toString());
    String called = run(variables, link.toString(), "index", "a b");
    assertTrue(called, called.endsWith("-cp " + jar + " org.neardup.tools.Main index a b"));
  }

  @Test
  public void aReleaseWithoutItsJarIsNotBuilt() throws Exception {
    var variables = Map.of("JAVA_HOME", jdk("jdk", "25", "25").toString());
    String said = run(variables, release().resolve("bin/neardup").toString(), "index");
    assertTrue(said, said.endsWith("unpack the release again"));
  }

  private Path release() throws IOException {
    Path release = root.resolve("neardup 1");
    copyScripts(release.resolve("bin"));
    Files.createDirectories(release.resolve("lib"));
    return release;
  }

  @Test
  public void sparkIsRunWithItsOptionsAndAllJars() throws Exception {
    Path spark = Files.createDirectories(root.resolve("tools/spark/target/lib"));
    Files.createFile(spark.resolve("neardup-spark-1.jar"));
    Path link =
        Files.createSymbolicLink(root.resolve("link"), root.resolve("tools/bin/neardup-spark"));
    var variables = Map.of("JAVA_HOME", jdk("jdk", "25", "25").toString());
    String called = run(variables, link.toString(), "cluster", "a b");
    assertTrue(
        called,
        called.contains(
            " @"
                + spark
                + "/java-options -XX:+UseParallelGC -XX:FreqInlineSize=150"
                + " -XX:InlineSmallCode=1000"
                + " -XX:InitialRAMPercentage=25"
                + " -XX:MetaspaceSize=192m -Xlog:disable "));
    assertTrue(
        called,
        called.endsWith(" -cp " + spark + "/* org.neardup.spark.command.SparkProgram cluster a b"));
    lib = spark;
    Path cache = cache();
    String second = run(variables, link.toString(), "cluster", "a b");
    assertTrue(second, second.contains(" -XX:AOTCache=" + cache));
  }

  @Test
  public void theTrainingRunsItsCommands() throws IOException {
    NeardupTraining.main("short");
    NeardupTraining.main("long");
  }
}

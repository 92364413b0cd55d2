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
 * was called.
 */
public class TestLauncher {
  private static final String JAVA = "#!/bin/bash\necho \"$@\"\n";

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
    for (String name : List.of("neardup", "neardup-spark", "find-jdk")) {
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
    List<String> command =
        Stream.concat(
                Stream.of(root.resolve("tools/bin").resolve(script).toString()),
                Stream.of(arguments))
            .toList();
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.contains("JAVA"));
    builder.directory(folder.getRoot());
    builder.environment().put("HOME", root.toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    process.waitFor();
    return printed;
  }

  private String neardup(Path jdk, String... arguments) throws Exception {
    return run(Map.of("JAVA_HOME", jdk.toString()), "neardup", arguments);
  }

  /** As under some daemons. */
  @Test
  public void testAClosedStandardInputIsEmpty() throws Exception {
    Path jdk = jdk("jdk", "21", "21.0.1");
    script(jdk.resolve("bin/java"), "#!/bin/bash\ncat && echo read\n");
    script(root.resolve("tools/bin/closed"), "#!/bin/bash\n\"${0%/*}/neardup\" index - <&-\n");
    assertEquals("read", run(Map.of("JAVA_HOME", jdk.toString()), "closed"));
  }

  @Test
  public void testTheReleaseFileTellsTheVersion() throws Exception {
    Path jdk = jdk("jdk", "17", "21.0.1");
    assertEquals(jdk.toString(), run(Map.of("JAVA_HOME", jdk.toString()), "find-jdk"));
  }

  @Test
  public void testWithoutAReleaseFileTheCompilerTells() throws Exception {
    Path jdk = jdk("jdk", "21.0.1", null);
    assertEquals(jdk.toString(), run(Map.of("JAVA_HOME", jdk.toString()), "find-jdk"));
    Path unversioned = jdk("unversioned", "22", "unknown");
    assertEquals(
        unversioned.toString(), run(Map.of("JAVA_HOME", unversioned.toString()), "find-jdk"));
  }

  @Test
  public void testAnOldJdkIsPassedOver() throws Exception {
    for (String version : List.of("20.0.2", "1.8.0_392")) {
      Path old = jdk("old" + version, "25", version);
      String found = run(Map.of("JAVA_HOME", old.toString()), "find-jdk");
      assertNotEquals(old.toString(), found);
    }
    Path old = jdk("old", "17.0.1", null);
    assertNotEquals(old.toString(), run(Map.of("JAVA_HOME", old.toString()), "find-jdk"));
  }

  @Test
  public void testTheJavaOnThePathIsFollowedToItsHome() throws Exception {
    Path jdk = jdk("jdk", "1", "24");
    Path links = Files.createDirectories(root.resolve("links"));
    Files.createSymbolicLink(links.resolve("first"), jdk.resolve("bin/java"));
    Files.createSymbolicLink(links.resolve("java"), Path.of("first"));
    String path = links + File.pathSeparator + System.getenv("PATH");
    assertEquals(jdk.toString(), run(Map.of("PATH", path), "find-jdk"));
  }

  @Test
  public void testTheNewestOfTheUsualFoldersIsFound() throws Exception {
    jdk(".jdks/a", "1", "901");
    Path newest = jdk(".jdks/b", "1", "1000.1");
    jdk(".jdks/c", "902", null);
    String old = jdk("old", "1", "17").resolve("bin") + File.pathSeparator + System.getenv("PATH");
    assertEquals(newest.toString(), run(Map.of("PATH", old), "find-jdk"));
  }

  @Test
  public void testEachCommandHasAnArchiveOfItsClasses() throws Exception {
    Path jdk = jdk("jdk 25", "25", "25.0.3");
    for (String command : List.of("search", "index", "one-version")) {
      String called = neardup(jdk, command, "two words");
      assertTrue(
          called,
          called.contains(
              " -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile="
                  + lib
                  + "/classes-"
                  + command
                  + ".jsa "));
      assertTrue(
          called,
          called.endsWith("neardup-tools-1.jar org.neardup.tools.Main " + command + " two words"));
    }
  }

  /** Nor does help, which would leave little in the archive of the command. */
  @Test
  public void testWhatIsNoCommandHasNoArchive() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    for (String[] arguments :
        new String[][] {{}, {"--version"}, {"../search"}, {"a b"}, {"search", "--help"}}) {
      String called = neardup(jdk, arguments);
      assertFalse(called, called.contains("Archive"));
    }
  }

  @Test
  public void testLongCommandsAreCompiledInFull() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    String called = neardup(jdk, "index", "search");
    assertTrue(called, called.contains("-XX:+UseParallelGC"));
    assertFalse(called, called.contains("-XX:Tiered"));
    String quick = neardup(jdk, "search", "index");
    assertTrue(quick, quick.contains("-XX:TieredStopAtLevel=1"));
  }

  @Test
  public void testOptionsOfTheUserReplaceThoseForTheStart() throws Exception {
    Path jdk = jdk("jdk", "25", "25");
    for (String variable : List.of("NEARDUP_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
      var variables = Map.of("JAVA_HOME", jdk.toString(), variable, "-XX:+UseG1GC");
      String called = run(variables, "neardup", "stats");
      assertFalse(called, called.contains("UseSerialGC") || called.contains("Archive"));
    }
  }

  @Test
  public void testTheNewestJarIsRun() throws Exception {
    Files.createFile(lib.resolve("neardup-tools-1-before.jar"));
    old(lib.resolve("neardup-tools-1-before.jar"));
    Files.setLastModifiedTime(
        lib.resolve("neardup-tools-1.jar"), FileTime.fromMillis(1_000_000_060_000L));
    String called = neardup(jdk("jdk", "25", "25"), "index");
    assertTrue(called, called.endsWith(lib + "/neardup-tools-1.jar org.neardup.tools.Main index"));
  }

  @Test
  public void testAReleaseRunsWhatLiesBesideItThroughALink() throws Exception {
    Path release = release();
    Path jar = release.resolve("lib/neardup-tools-1.jar");
    old(Files.createFile(jar));
    Path link = Files.createSymbolicLink(root.resolve("link"), release.resolve("bin/neardup"));
    var variables = Map.of("JAVA_HOME", jdk("jdk", "25", "25").toString());
    String called = run(variables, link.toString(), "index", "a b");
    assertTrue(called, called.endsWith("-cp " + jar + " org.neardup.tools.Main index a b"));
  }

  @Test
  public void testAReleaseWithoutItsJarIsNotBuilt() throws Exception {
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
  public void testSparkIsRunWithItsOptionsAndAllJars() throws Exception {
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
                + " -XX:MetaspaceSize=192m -XX:+AutoCreateSharedArchive "
                + "-XX:SharedArchiveFile="
                + spark
                + "/classes-cluster.jsa "));
    assertTrue(
        called,
        called.endsWith(" -cp " + spark + "/* org.neardup.spark.command.SparkProgram cluster a b"));
  }
}

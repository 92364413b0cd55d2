// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.sketch.SlotPacking;

/** Packages depend on each other in one direction, and each class has a name of its own. */
public class TestDependencies {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.neardup");

  private static final Set<String> INDEX =
      Set.of("org.neardup.index", "org.neardup.internal.groups", "org.neardup.internal.upkeep");

  /** In one of the modules beside this one; package and module descriptors are no classes. */
  private static final Pattern MAIN_CLASS = Pattern.compile("src/main/java/.*/\\w+\\.java$");

  @Test
  public void testPackagesDependInOneDirection() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("sketch")
        .definedBy("org.neardup.sketch", "org.neardup.internal.sketch")
        .layer("analysis")
        .definedBy("org.neardup.analysis", "org.neardup.internal.analysis")
        .layer("record")
        .definedBy("org.neardup.record", "org.neardup.internal.record")
        .layer("compare")
        .definedBy("org.neardup.compare", "org.neardup.internal.compare")
        .layer("group")
        .definedBy("org.neardup.group", "org.neardup.internal.group")
        .layer("codec")
        .definedBy("org.neardup.codec", "org.neardup.internal.codec")
        .layer("index")
        .definedBy("org.neardup.index", "org.neardup.internal.upkeep")
        .layer("groups")
        .definedBy("org.neardup.internal.groups")
        .layer("search")
        .definedBy("org.neardup.search")
        .layer("search.similar")
        .definedBy("org.neardup.search.similar..")
        .layer("search.explain")
        .definedBy("org.neardup.search.explain..")
        .layer("search.derived")
        .definedBy("org.neardup.search.derived..")
        .layer("search.copied")
        .definedBy("org.neardup.search.copied..")
        .layer("search.stored")
        .definedBy("org.neardup.search.stored..")
        .layer("tools")
        .definedBy("org.neardup.tools..")
        .whereLayer("sketch")
        .mayNotAccessAnyLayer()
        .whereLayer("analysis")
        .mayOnlyAccessLayers("sketch")
        .whereLayer("record")
        .mayNotAccessAnyLayer()
        .whereLayer("compare")
        .mayOnlyAccessLayers("sketch", "analysis")
        .whereLayer("group")
        .mayOnlyAccessLayers("sketch", "compare")
        .whereLayer("codec")
        .mayOnlyAccessLayers("sketch", "record", "compare", "group")
        .whereLayer("groups")
        .mayOnlyAccessLayers("sketch", "record", "compare", "group", "codec")
        .whereLayer("index")
        .mayOnlyAccessLayers("sketch", "analysis", "record", "compare", "group", "codec", "groups")
        .whereLayer("search")
        .mayOnlyAccessLayers("sketch", "record", "compare")
        .whereLayer("search.similar")
        .mayOnlyAccessLayers("sketch", "record", "compare", "group", "codec", "search")
        .whereLayer("search.explain")
        .mayOnlyAccessLayers(
            "sketch", "analysis", "record", "compare", "group", "codec", "index", "search")
        .whereLayer("search.derived")
        .mayOnlyAccessLayers("sketch", "record", "compare", "group", "codec", "search")
        .whereLayer("search.copied")
        .mayOnlyAccessLayers("sketch", "analysis", "record", "compare", "search")
        .whereLayer("search.stored")
        .mayOnlyAccessLayers("sketch", "analysis", "compare", "group")
        .whereLayer("tools")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  /** Sketches are compared in one place, and so is a resemblance with the threshold. */
  @Test
  public void testOnlyCompareComparesSlots() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.neardup.sketch",
            "org.neardup.internal.sketch",
            "org.neardup.compare",
            "org.neardup.internal.compare",
            "org.neardup.tools.cluster..",
            "org.neardup.benchmarks..")
        .should()
        .callMethodWhere(
            target(owner(type(SlotPacking.class))).and(target(nameMatching("(agreeing|first).*"))))
        .orShould()
        .callMethodWhere(
            target(owner(type(ResemblanceRule.class)))
                .and(target(nameMatching("threshold|isNear|isInDoubt|leastEstimate"))))
        .check(CLASSES);
  }

  @Test
  public void testToolsPackagesHaveNoCycles() {
    JavaClasses tools = CLASSES.that(resideInAPackage("org.neardup.tools.."));
    slices().matching("org.neardup.(**)").should().beFreeOfCycles().check(tools);
    slices().matching("org.neardup.tools.(*)..").should().beFreeOfCycles().check(tools);
  }

  @Test
  public void testOnlyCommandsParseCommandLines() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.neardup.tools.command..", "org.neardup.tools.options..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("picocli..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.neardup.tools.*..")
        .and()
        .resideOutsideOfPackage("org.neardup.tools.command..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.neardup.tools.command..")
        .check(CLASSES);
  }

  @Test
  public void testSimpleClassNamesAreUnique() throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(Path.of("../.."))) {
      all.filter(path -> MAIN_CLASS.matcher(path.toString()).find())
          .forEach(
              path ->
                  files
                      .computeIfAbsent(path.getFileName().toString(), name -> new ArrayList<>())
                      .add(path));
    }
    assertFalse(files.isEmpty());
    files.values().removeIf(paths -> paths.size() == 1);
    assertEquals("main classes of the same simple name", Map.of(), files);
  }

  /** Constants leave no trace in classes, so this reads the sources. */
  @Test
  public void testOnlyRecordNamesFields() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("../.."))) {
      List<Path> others =
          all.filter(path -> MAIN_CLASS.matcher(path.toString()).find())
              .filter(path -> !path.toString().contains("/record/"))
              .filter(path -> !path.toString().contains("/benchmarks/"))
              .filter(path -> contains(path, "NearDupFields"))
              .toList();
      assertEquals(List.of(), others);
    }
  }

  private static boolean contains(Path path, String word) {
    try {
      return Files.readString(path).contains(word);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two classes may know each other, three in a circle may not. */
  @Test
  public void testClassesOfTheIndexAreInNoCircles() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass each : CLASSES) {
      if (INDEX.contains(each.getPackageName())) {
        Set<String> used = uses.computeIfAbsent(topLevel(each), name -> new TreeSet<>());
        each.getDirectDependenciesFromSelf()
            .forEach(dependency -> used.add(topLevel(dependency.getTargetClass())));
      }
    }
    Map<String, Set<String>> reached = new TreeMap<>();
    uses.keySet().forEach(name -> reached.put(name, reachedFrom(name, uses)));
    Set<Set<String>> circles = new HashSet<>();
    reached.forEach(
        (name, others) -> {
          Set<String> circle = new TreeSet<>(others);
          circle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(name));
          if (circle.size() > 2) {
            circles.add(circle);
          }
        });
    assertEquals(Set.of(), circles);
  }

  private static String topLevel(JavaClass each) {
    return each.getName().replaceFirst("\\$.*", "");
  }

  private static Set<String> reachedFrom(String name, Map<String, Set<String>> uses) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      for (String used : uses.getOrDefault(open.pop(), Set.of())) {
        if (uses.containsKey(used) && reached.add(used)) {
          open.push(used);
        }
      }
    }
    return reached;
  }

  @Test
  public void testTheToolsInputsKnowNothingOfIndexes() {
    classes()
        .that()
        .resideInAPackage("org.neardup.tools.input..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.neardup.tools.input..",
            "org.neardup.tools.console..",
            "java..",
            "javax.xml.stream..",
            "org.jsoup..",
            "com.fasterxml.jackson..",
            "com.google.protobuf..",
            "org.apache.commons.compress..",
            "com.github.luben.zstd..",
            "org.tukaani.xz..",
            "org.apache.commons.io..",
            "org.brotli..")
        .check(CLASSES);
  }

  @Test
  public void testSketchesNeedTheJdkOnly() {
    classes()
        .that()
        .resideInAnyPackage("org.neardup.sketch", "org.neardup.internal.sketch")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.neardup.sketch", "org.neardup.internal.sketch", "java..")
        .check(CLASSES);
  }

  @Test
  public void testAnalyzerAndPluginNeedLuceneAndTheJdkOnly() {
    classes()
        .that()
        .resideOutsideOfPackage("org.neardup.tools..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.neardup..", "org.apache.lucene..", "java..")
        .check(CLASSES);
  }
}

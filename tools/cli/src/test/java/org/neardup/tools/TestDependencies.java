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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.Test;
import org.neardup.compare.ResemblanceRule;
import org.neardup.sketch.SlotPacking;

/** Packages depend on each other in one direction, and each class has a name of its own. */
public class TestDependencies {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.neardup");

  /** In one of the modules beside this one; package and module descriptors are no classes. */
  private static final Pattern MAIN_CLASS = Pattern.compile("src/main/java/.*/\\w+\\.java$");

  @Test
  public void packagesDependInOneDirection() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("sketch")
        .definedBy("org.neardup.sketch..")
        .layer("analysis")
        .definedBy("org.neardup.analysis..")
        .layer("record")
        .definedBy("org.neardup.record..")
        .layer("compare")
        .definedBy("org.neardup.compare..")
        .layer("codec")
        .definedBy("org.neardup.codec..")
        .layer("index")
        .definedBy("org.neardup.index", "org.neardup.index.upkeep")
        .layer("index.groups")
        .definedBy("org.neardup.index.groups")
        .layer("search")
        .definedBy("org.neardup.search")
        .layer("search.similar")
        .definedBy("org.neardup.search.similar..")
        .layer("search.explain")
        .definedBy("org.neardup.search.explain..")
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
        .whereLayer("codec")
        .mayOnlyAccessLayers("sketch", "record", "compare")
        .whereLayer("index.groups")
        .mayOnlyAccessLayers("sketch", "record", "compare", "codec")
        .whereLayer("index")
        .mayOnlyAccessLayers("sketch", "analysis", "record", "compare", "codec", "index.groups")
        .whereLayer("search")
        .mayOnlyAccessLayers("sketch", "record", "compare")
        .whereLayer("search.similar")
        .mayOnlyAccessLayers("sketch", "record", "compare", "codec", "search")
        .whereLayer("search.explain")
        .mayOnlyAccessLayers("sketch", "record", "compare", "codec", "search")
        .whereLayer("search.stored")
        .mayOnlyAccessLayers("sketch", "analysis", "compare")
        .whereLayer("tools")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }

  /** Sketches are compared in one place, and so is a resemblance with the threshold. */
  @Test
  public void onlyCompareComparesSlots() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.neardup.sketch..",
            "org.neardup.compare..",
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
  public void toolsPackagesHaveNoCycles() {
    JavaClasses tools = CLASSES.that(resideInAPackage("org.neardup.tools.."));
    slices().matching("org.neardup.(**)").should().beFreeOfCycles().check(tools);
    slices().matching("org.neardup.tools.(*)..").should().beFreeOfCycles().check(tools);
  }

  @Test
  public void onlyCommandsParseCommandLines() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.neardup.tools.command..")
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
  public void simpleClassNamesAreUnique() throws IOException {
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

  @Test
  public void theToolsInputsKnowNothingOfIndexes() {
    classes()
        .that()
        .resideInAPackage("org.neardup.tools.input..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.neardup.tools.input..",
            "org.neardup.tools.console..",
            "java..",
            "org.jsoup..",
            "com.fasterxml.jackson..",
            "com.google.protobuf..",
            "org.apache.commons.compress..",
            "org.apache.commons.io..",
            "org.netpreserve.jwarc..")
        .check(CLASSES);
  }

  @Test
  public void sketchesNeedTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("org.neardup.sketch..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.neardup.sketch..", "java..")
        .check(CLASSES);
  }

  @Test
  public void analyzerAndPluginNeedLuceneAndTheJdkOnly() {
    classes()
        .that()
        .resideOutsideOfPackage("org.neardup.tools..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.neardup..", "org.apache.lucene..", "java..", "org.w3c.dom..")
        .check(CLASSES);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Provides;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.custom.CustomAnalyzer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.junit.Test;
import org.neardup.analysis.ShingleHashFilterFactory;
import org.neardup.codec.NearDup1DocValuesFormat;

/** The modules export what applications call, and Lucene finds what they provide. */
public class TestModules {
  private static final String ANALYZER = "org.neardup.analyzer";
  private static final String PLUGIN = "org.neardup.lucene";

  @Test
  public void testExportWhatApplicationsCall() throws Exception {
    assertEquals(Set.of("org.neardup.analysis", "org.neardup.sketch"), exports(ANALYZER));
    assertEquals(
        Set.of(
            "org.neardup.codec",
            "org.neardup.compare",
            "org.neardup.group",
            "org.neardup.index",
            "org.neardup.record",
            "org.neardup.search",
            "org.neardup.search.copied",
            "org.neardup.search.derived",
            "org.neardup.search.explain",
            "org.neardup.search.similar",
            "org.neardup.search.stored"),
        exports(PLUGIN));
  }

  /** A change of the API is a change of that file. */
  @Test
  public void testPublicTypesAreThoseListed() throws Exception {
    Set<String> types = new TreeSet<>();
    for (String module : List.of(ANALYZER, PLUGIN)) {
      ModuleReference found = modules().find(module).orElseThrow();
      try (ModuleReader reader = found.open();
          Stream<String> files = reader.list()) {
        for (String file : files.filter(each -> each.matches("[^$-]+\\.class")).toList()) {
          Class<?> type = Class.forName(file.replaceFirst("\\.class$", "").replace('/', '.'));
          if (Modifier.isPublic(type.getModifiers())
              && exports(module).contains(type.getPackageName())) {
            types.add(type.getName());
          }
        }
      }
    }
    try (InputStream listed = TestModules.class.getResourceAsStream("public-types.txt")) {
      assertEquals(new String(listed.readAllBytes(), UTF_8), String.join("\n", types) + "\n");
    }
  }

  @Test
  public void testProvideWhatServiceFilesList() throws Exception {
    assertEquals(
        Map.of(
            "org.apache.lucene.analysis.CharFilterFactory",
            List.of("org.neardup.analysis.NormalizingCharFilterFactory"),
            "org.apache.lucene.analysis.TokenFilterFactory",
            List.of("org.neardup.analysis.ShingleHashFilterFactory"),
            "org.apache.lucene.analysis.TokenizerFactory",
            List.of("org.neardup.analysis.CharacterShingleTokenizerFactory")),
        provides(ANALYZER));
    assertEquals(
        Map.of(
            "org.apache.lucene.codecs.DocValuesFormat",
            List.of("org.neardup.codec.NearDup1DocValuesFormat")),
        provides(PLUGIN));
  }

  @Test
  public void testLuceneFindsThemOnTheModulePath() throws Exception {
    Configuration resolved =
        ModuleLayer.boot()
            .configuration()
            .resolve(modules(), ModuleFinder.of(), Set.of(ANALYZER, PLUGIN));
    ClassLoader loader =
        ModuleLayer.boot()
            .defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader())
            .findLoader(PLUGIN);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader); // Lucene asks it first
    try {
      assertTrue(
          names(loader, DocValuesFormat.class.getName(), "availableDocValuesFormats")
              .contains("NearDup1"));
      assertTrue(
          names(loader, "org.apache.lucene.analysis.TokenFilterFactory", "availableTokenFilters")
              .contains(ShingleHashFilterFactory.NAME));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Set<?> names(ClassLoader loader, String type, String method) throws Exception {
    Class<?> loaded = loader.loadClass(type);
    assertTrue(loaded.getModule().isNamed());
    return (Set<?>) loaded.getMethod(method).invoke(null);
  }

  private static Set<String> exports(String module) throws Exception {
    return descriptor(module).exports().stream()
        .filter(each -> !each.isQualified())
        .map(Exports::source)
        .collect(Collectors.toSet());
  }

  private static Map<String, List<String>> provides(String module) throws Exception {
    return descriptor(module).provides().stream()
        .collect(Collectors.toMap(Provides::service, Provides::providers));
  }

  private static ModuleDescriptor descriptor(String module) throws Exception {
    return modules().find(module).orElseThrow().descriptor();
  }

  /** Ours, and what these need; no query parser, which is optional. */
  private static ModuleFinder modules() throws Exception {
    return ModuleFinder.of(
        location(ShingleHashFilterFactory.class),
        location(NearDup1DocValuesFormat.class),
        location(DocValuesFormat.class),
        location(CustomAnalyzer.class));
  }

  private static Path location(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}

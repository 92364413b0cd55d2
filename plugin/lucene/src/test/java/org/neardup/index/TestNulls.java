// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.neardup.analysis.Shingling;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.SketchSettings;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;
import org.neardup.sketch.Sketches;
import org.neardup.sketch.SlotSketcher;

/** What an application gives as null is refused by its name. */
public class TestNulls extends LuceneTestCase {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final List<String> PACKAGES =
      List.of(
          "index",
          "search",
          "search/copied",
          "search/derived",
          "search/explain",
          "search/similar",
          "search/stored");

  private Map<Class<?>, Object> samples;
  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = new ByteBuffersDirectory();
    try (CollapsingIndexWriter writer =
        CollapsingIndexWriter.open(
            directory, CollapseTestCase.CONFIG, new IndexWriterConfig(new StandardAnalyzer()))) {
      writer.commit();
    }
    reader = DirectoryReader.open(directory);
    SlotSketcher sketcher = Sketches.fast();
    SketchFormat format = SketchFormat.of(sketcher, 8, "words:5");
    samples =
        Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(Analyzer.class, new StandardAnalyzer()),
            Map.entry(Directory.class, directory),
            Map.entry(DirectoryReader.class, reader),
            Map.entry(IndexSearcher.class, new IndexSearcher(reader)),
            Map.entry(Query.class, MatchAllDocsQuery.INSTANCE),
            Map.entry(Sort.class, Sort.RELEVANCE),
            Map.entry(Term.class, new Term("id", "a")),
            Map.entry(Document.class, new Document()),
            Map.entry(List.class, List.of()),
            Map.entry(Set.class, Set.of()),
            Map.entry(Iterable.class, List.of()),
            Map.entry(CollapseConfig.class, CollapseTestCase.CONFIG),
            Map.entry(Shingling.class, Shingling.words(5)),
            Map.entry(SlotSketcher.class, sketcher),
            Map.entry(Bands.class, new Bands(2, 2)),
            Map.entry(SketchSettings.class, SketchSettings.DEFAULTS),
            Map.entry(ResemblanceRule.class, ResemblanceRule.sketch(.8)),
            Map.entry(SketchParameters.class, new SketchParameters(format, new Bands(2, 2), 8)));
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  public void testAreRefusedByName() throws Exception {
    Set<String> unnamed = new TreeSet<>();
    int tried = 0;
    for (Class<?> type : types()) {
      for (Executable call : calls(type)) {
        for (int i = 0; i < call.getParameterCount(); i++) {
          Object[] arguments = arguments(call, i);
          if (arguments != null) {
            tried++;
            String problem = problem(call, arguments, call.getParameters()[i]);
            if (problem != null) {
              unnamed.add(call + " " + call.getParameters()[i].getName() + ": " + problem);
            }
          }
        }
      }
    }
    assertTrue("calls tried: " + tried, tried > 50);
    assertEquals(String.join("\n", unnamed), Set.of(), unnamed);
  }

  private static List<Class<?>> types() throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (String name : PACKAGES) {
      try (Stream<Path> files = Files.list(SOURCES.resolve("org/neardup").resolve(name))) {
        for (Path file :
            files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
          String simple = file.getFileName().toString().replace(".java", "");
          if (!simple.equals("package-info")) {
            Class<?> type = Class.forName("org.neardup." + name.replace('/', '.') + "." + simple);
            if (Modifier.isPublic(type.getModifiers())) {
              types.add(type);
            }
          }
        }
      }
    }
    return types;
  }

  /** What can be called without an object, and what a config can be asked. */
  private static List<Executable> calls(Class<?> type) {
    List<Executable> calls = new ArrayList<>();
    for (Constructor<?> constructor : type.getConstructors()) {
      calls.add(constructor);
    }
    for (Method method : type.getMethods()) {
      boolean isOurs =
          method.getDeclaringClass() == type && !method.isSynthetic() && !type.isEnum();
      boolean isOfConfig = type == CollapseConfig.class && !method.getName().equals("equals");
      if (isOurs && (Modifier.isStatic(method.getModifiers()) || isOfConfig)) {
        calls.add(method);
      }
    }
    return calls;
  }

  /** Samples, and null at one place; null if there are none, or nulls are not wrong there. */
  private Object[] arguments(Executable call, int place) {
    Object[] arguments = new Object[call.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = call.getParameterTypes()[i];
      if (i == place) {
        if (type.isPrimitive()) {
          return null;
        }
      } else if (type == int.class) {
        arguments[i] = 1;
      } else if (type == long.class) {
        arguments[i] = 1L;
      } else if (type == double.class) {
        arguments[i] = 0.5;
      } else if (type == boolean.class) {
        arguments[i] = false;
      } else if (type == String[].class) {
        arguments[i] = new String[] {"text"};
      } else if (samples.containsKey(type)) {
        arguments[i] = samples.get(type);
      } else {
        return null;
      }
    }
    return arguments;
  }

  private static String problem(Executable call, Object[] arguments, Parameter parameter)
      throws Exception {
    try {
      if (call instanceof Constructor<?> constructor) {
        constructor.newInstance(arguments);
      } else {
        boolean isStatic = Modifier.isStatic(call.getModifiers());
        ((Method) call).invoke(isStatic ? null : CollapseTestCase.CONFIG, arguments);
      }
      return null; // null means something there, or is refused later
    } catch (InvocationTargetException e) {
      String message = String.valueOf(e.getCause().getMessage());
      String name = parameter.getName().replaceFirst("^new", "").toLowerCase(Locale.ROOT);
      boolean isNamed = message.toLowerCase(Locale.ROOT).contains(name);
      return e.getCause() instanceof NullPointerException && !isNamed ? message : null;
    }
  }
}

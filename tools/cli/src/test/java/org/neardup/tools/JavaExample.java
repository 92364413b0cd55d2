// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Java of a page: found, compiled and run. */
final class JavaExample {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final String IMPORTS =
      """
      import java.util.*;
      import org.apache.lucene.analysis.standard.StandardAnalyzer;
      import org.apache.lucene.document.*;
      import org.apache.lucene.index.*;
      import org.apache.lucene.search.*;
      import org.apache.lucene.store.*;
      """;

  private JavaExample() {}

  /** The blocks of Java of a page, in its order. */
  static List<String> blocks(Path page) throws Exception {
    List<String> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /**
   * Compiles some lines as the body of a method, and runs it.
   *
   * @param folder for the class
   * @param imports besides those of Lucene
   * @return the lines that it printed
   */
  static List<String> run(Path folder, String imports, String lines) throws Exception {
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        IMPORTS
            + imports
            + "public class Example { public static void main(String[] args) throws Exception {\n"
            + lines
            + "}}");
    String[] arguments = {
      "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString()
    };
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    URL[] path = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path)) {
      System.setOut(new PrintStream(printed, true, UTF_8));
      loader
          .loadClass("Example")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(out);
    }
    return printed.toString(UTF_8).lines().toList();
  }
}

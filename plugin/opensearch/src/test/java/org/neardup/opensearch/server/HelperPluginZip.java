// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.neardup.opensearch.TermReader;
import org.opensearch.Version;

/** Makes a zip of {@link FilteredDocumentsPlugin} that servers install. */
final class HelperPluginZip {
  private static final Class<?> PLUGIN = FilteredDocumentsPlugin.class;

  private HelperPluginZip() {}

  static Path make(Path folder) throws IOException {
    Path jar = folder.resolve("filtered-documents.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Class<?> each : List.of(PLUGIN, TermReader.class)) {
        for (Path file : classFiles(each)) {
          String name = each.getPackageName().replace('.', '/') + "/" + file.getFileName();
          out.putNextEntry(new ZipEntry(name));
          Files.copy(file, out);
        }
      }
    }
    Path zip = folder.resolve("filtered-documents.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("plugin-descriptor.properties"));
      write(out, "name=filtered-documents\n");
      write(out, "description=Shows each user some documents\n");
      write(out, "version=1\njava.version=21\n");
      write(out, "opensearch.version=" + Version.CURRENT + "\n");
      write(out, "classname=" + PLUGIN.getName() + "\n");
      out.putNextEntry(new ZipEntry(jar.getFileName().toString()));
      Files.copy(jar, out);
    }
    Files.delete(jar);
    return zip;
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }

  private static List<Path> classFiles(Class<?> outer) throws IOException {
    try {
      Path folder = Path.of(outer.getResource(".").toURI());
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(file -> file.getFileName().toString().startsWith(outer.getSimpleName()))
            .toList();
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }
}

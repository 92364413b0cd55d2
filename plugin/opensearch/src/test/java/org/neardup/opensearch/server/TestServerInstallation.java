// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.Test;
import org.opensearch.Version;

/** The zip installs by the server's own tool, on every node, and brings nothing of the server. */
public class TestServerInstallation {

  @Test
  public void testIsListedOnThreeNodes() throws Exception {
    String plugins =
        ServerCluster.shared().client().get("/_cat/plugins?h=name,component").succeeded().text();
    List<String> nodes = plugins.lines().filter(line -> line.contains("neardup")).sorted().toList();
    assertEquals(plugins, 3, nodes.size());
    for (int i = 0; i < 3; i++) {
      assertTrue(plugins, nodes.get(i).startsWith("three-" + i + " "));
    }
  }

  @Test
  public void testBringsNoJarOfTheServer() throws Exception {
    try (ZipFile zip = new ZipFile(ServerCluster.pluginZip().toFile());
        Stream<? extends ZipEntry> entries = zip.stream()) {
      List<String> names = entries.map(ZipEntry::getName).toList();
      List<String> needed = List.of("plugin-descriptor.properties", "LICENSE", "NOTICE");
      assertTrue(names.toString(), names.containsAll(needed));
      List<String> foreign =
          names.stream()
              .filter(name -> !needed.contains(name) && !name.matches("neardup-[^/]*[.]jar"))
              .toList();
      assertEquals(names.toString(), List.of(), foreign);
    }
  }

  @Test
  public void testInstallsOnAllPatchReleases() throws Exception {
    try (ZipFile zip = new ZipFile(ServerCluster.pluginZip().toFile());
        InputStream descriptor = zip.getInputStream(zip.getEntry("plugin-descriptor.properties"))) {
      String text = new String(descriptor.readAllBytes(), UTF_8);
      assertTrue(text, text.contains("dependencies={ opensearch: \"~" + Version.CURRENT + "\" }"));
    }
  }

  @Test
  public void testRefusesAMappingWithoutTheCodecAndNamesTheSetting() throws Exception {
    ServerResponse response =
        ServerCluster.shared()
            .client()
            .put(
                "/without-codec",
                """
                {"mappings": {"properties": {"text": {"type": "text", "fields": {
                  "dup": {"type": "neardup"}}}}}}
                """);
    assertEquals(response.toString(), 400, response.status());
    assertTrue(response.toString(), response.text().contains("index.codec"));
    assertTrue(response.toString(), response.text().contains("neardup"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.neardup.tools.demo.Demo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    description = {
      "Shows what neardup does, on real pages: the API documentation of lucene-core 9.12.3, 10.0.0"
          + " and 10.3.2, the same site three times.",
      "",
      "Maven downloads the three archives into the cache folder once. All their pages are indexed,"
          + " and one search is shown before and after collapse. The index stays in the cache"
          + " folder, for searches of your own, until the next demo rebuilds it."
    },
    footerHeading = "%nExample:%n",
    footer = "  neardup demo --cache cache")
final class DemoCommand implements Callable<Integer> {
  @ParentCommand private NeardupCommand neardup;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder of archives and index. Default: neardup in $XDG_CACHE_HOME, else in ~/.cache.")
  private Path cache = defaultCache();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new Demo(neardup.terminal(), cache).run().code();
  }

  private static Path defaultCache() {
    String caches = System.getenv("XDG_CACHE_HOME");
    Path folder =
        caches == null || caches.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(caches);
    return folder.resolve("neardup");
  }
}

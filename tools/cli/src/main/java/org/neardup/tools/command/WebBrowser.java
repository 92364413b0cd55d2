// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.command;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.neardup.tools.console.Terminal;

/**
 * The program that opens an address for a person.
 *
 * @param command to which the address is added
 */
record WebBrowser(List<String> command) {

  static WebBrowser ofSystem() {
    return of(System.getenv("BROWSER"), System.getProperty("os.name"));
  }

  /**
   * @param chosen the program of the user's choice; null or empty for the system's
   * @param system name of the operating system
   */
  static WebBrowser of(String chosen, String system) {
    if (chosen != null && !chosen.isBlank()) {
      return new WebBrowser(List.of(chosen.trim().split("\\s+")));
    }
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return new WebBrowser(List.of("rundll32", "url.dll,FileProtocolHandler"));
    }
    return new WebBrowser(List.of(name.startsWith("mac") ? "open" : "xdg-open"));
  }

  /** Opens an address; a failure is only told, as people can open it themselves. */
  void open(String address, Terminal terminal) {
    List<String> all = new ArrayList<>(command);
    all.add(address);
    try {
      new ProcessBuilder(all)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      terminal.message(
          "neardup: cannot run "
              + command.getFirst()
              + " (see --open): "
              + e.getMessage()
              + "; open "
              + address
              + " yourself");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neardup.tools.input.Address;

/** Counts documents by the host of their address; those without one are left out. */
final class Hosts {
  /**
   * A host.
   *
   * @param documents of it
   * @param variants of these, the ones that another stands for
   */
  record Host(String name, long documents, long variants) {}

  private final Map<String, Host> hosts = new HashMap<>();

  /** Counts a document. */
  void add(ReportFindings.Name document, boolean isVariant) {
    String name = Address.host(document.url().isEmpty() ? document.id() : document.url());
    if (!name.isEmpty()) {
      hosts.merge(
          name,
          new Host(name, 1, isVariant ? 1 : 0),
          (a, b) -> new Host(name, a.documents + b.documents, a.variants + b.variants));
    }
  }

  /** All hosts, that of most variants first. */
  List<Host> list() {
    return hosts.values().stream()
        .sorted(
            Comparator.comparingLong(Host::variants)
                .thenComparingLong(Host::documents)
                .reversed()
                .thenComparing(Host::name))
        .toList();
  }
}

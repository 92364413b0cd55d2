// SPDX-License-Identifier: Apache-2.0
package org.neardup.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.store.Directory;

/** What the application is told of decisions. */
public class TestListener extends CollapseTestCase {
  public void testTheListenerHearsOfEveryDecision() throws IOException {
    List<String> heard = new ArrayList<>();
    CollapseListener listener =
        new CollapseListener() {
          @Override
          public void arrived(String id, Outcome outcome) {
            heard.add(id + " " + outcome.getClass().getSimpleName());
          }

          @Override
          public void moved(String id, Optional<String> representative) {
            heard.add(id + " to " + representative.orElse("be seen"));
          }

          @Override
          public void succeeded(String former, String representative) {
            heard.add(representative + " for " + former);
          }
        };
    try (Directory directory = newDirectory();
        CollapsingIndexWriter writer =
            CollapsingIndexWriter.open(directory, CONFIG, writerConfig(), listener)) {
      writer.updateDocument(document("1", TEXT));
      writer.updateDocument(document("2", NEAR));
      writer.updateDocument(document("3", TEXT));
      writer.deleteDocuments("1");
    }
    assertEquals(List.of("1 Visible", "2 Hidden", "3 Hidden", "2 to be seen", "2 for 1"), heard);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static org.junit.Assume.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.InputRules;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.RawDocument;

/** The answer is that of {@code neardup cluster} on many documents, and on real ones. */
public class TestLargerCorpora extends SparkTestCase {
  private static final String DATA = System.getProperty("neardup.data", "");

  @Test
  public void testMadeUpDocuments() throws Exception {
    Random random = new Random(1);
    List<TestDocument> documents = new ArrayList<>();
    for (int i = 0; i < (IS_NIGHTLY ? 100_000 : 20_000); i++) {
      boolean isCopy = i > 0 && random.nextInt(10) < 3;
      String text =
          isCopy
              ? documents.get(random.nextInt(i)).text() + (random.nextBoolean() ? "" : " w" + i)
              : MadeUpTexts.text(random, 20 + random.nextInt(20), 100_000);
      documents.add(new TestDocument("m" + i, text));
    }
    assertSame(ClusterConfig.defaults(), RunLimits.DEFAULTS, documents, random);
  }

  @Test
  public void testLicences() throws Exception {
    assertSameOnFile("spdx_licenses");
  }

  @Test
  public void testTerms() throws Exception {
    assertSameOnFile("ota_dev");
  }

  @Test
  public void testJavadoc() throws Exception {
    assertSameOnFile("lucene_javadoc");
  }

  private static void assertSameOnFile(String name) throws Exception {
    Path file = Path.of(DATA, name + ".docs.jsonl.gz");
    assumeTrue("needs -Dneardup.data with " + name, !DATA.isEmpty() && Files.exists(file));
    List<TestDocument> documents = new ArrayList<>();
    Inputs inputs =
        new Inputs(List.of(file.toString()), InputStream.nullInputStream(), InputRules.DEFAULT);
    inputs.read(raw -> documents.add(document(raw)));
    assertSame(ClusterConfig.defaults(), RunLimits.DEFAULTS, documents, new Random(2));
  }

  private static TestDocument document(RawDocument raw) {
    try {
      InputDocument document = raw.parser().parse(true);
      String date = field(document, "date");
      return new TestDocument(
          document.id(),
          document.text(),
          null,
          field(document, "url"),
          date == null ? field(document, "version") : date,
          field(document, "path"),
          document.mainText());
    } catch (BadInputException e) {
      throw new AssertionError(raw.where(), e);
    }
  }

  private static String field(InputDocument document, String name) {
    List<String> values = document.values(name);
    return values.isEmpty() ? null : values.getFirst();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeNoException;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.util.BytesRef;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.sketch.Bands;

/** The comparer in Python gives what the one in Java gives, if Python is installed. */
public class TestSketchComparers {
  private static final Path FOLDER = Path.of("../docs");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void testPython() throws Exception {
    compare(
        List.of(
            "python3",
            "-B",
            "-c",
            """
            import sys, importlib.util as u
            s = u.spec_from_file_location('n', sys.argv[1])
            n = u.module_from_spec(s)
            s.loader.exec_module(n)
            for line in open(sys.argv[2]):
              print(n.resemblance(*map(n.Sketch, line.strip().split('\t'))))
            """,
            FOLDER.resolve("neardup.py").toRealPath().toString()));
  }

  private void compare(List<String> command) throws Exception {
    Random random = new Random(9);
    List<String> pairs = new ArrayList<>();
    List<Double> expected = new ArrayList<>();
    int[][] formats = {{128, 8}, {100, 8}, {69, 30}, {64, 1}, {20, 64}, {200, 13}};
    for (int[] sizes : formats) {
      SketchParameters parameters =
          new SketchParameters(
              new SketchFormat("test", sizes[0], sizes[1], -3, "words of bits=9"),
              new Bands(5, 2),
              8,
              sizes[0] == 100 ? List.of("names:1", "numbers:1") : List.of());
      SketchComparer comparer = new SketchComparer(parameters, ResemblanceRule.sketch(0.8));
      for (int i = 0; i < 40; i++) {
        long[] slots = random.longs(sizes[0]).toArray();
        byte[] a = value(parameters, slots, 4 + random.nextInt(20));
        int differing = random.nextInt(sizes[0] + 1);
        for (int slot = 0; slot < differing; slot++) {
          slots[random.nextInt(slots.length)] = random.nextLong();
        }
        byte[] b = i == 0 ? a : value(parameters, slots, 4 + random.nextInt(20));
        if (sizes[0] == 100) {
          a = guarded(a, 0);
          b = i == 0 ? a : guarded(b, i % 2);
        }
        pairs.add(
            new PortableSketch(parameters, new BytesRef(a))
                + "\t"
                + new PortableSketch(parameters, new BytesRef(b)));
        expected.add(comparer.score(a, new BytesRef(b)));
      }
    }
    File file = folder.newFile("pairs.tsv");
    Files.write(file.toPath(), pairs);
    List<String> found = run(command, file);
    assertEquals(pairs.size(), found.size());
    for (int i = 0; i < pairs.size(); i++) {
      assertEquals(pairs.get(i), expected.get(i), Double.parseDouble(found.get(i)), 1e-12);
    }
    assertTrue(expected.stream().anyMatch(value -> value == 0));
    assertTrue(expected.stream().anyMatch(value -> value > 0.1 && value < 1));
  }

  private static byte[] value(SketchParameters parameters, long[] slots, int elements) {
    return SketchValue.encode(parameters.format(), slots[0] + elements, elements, slots);
  }

  /** With keys of two guards, the second of which is given. */
  private static byte[] guarded(byte[] value, int key) {
    byte[] guarded = Arrays.copyOf(value, value.length + 2 * Long.BYTES);
    guarded[guarded.length - 1] = (byte) key;
    return guarded;
  }

  private static List<String> run(List<String> command, File file) throws Exception {
    List<String> all = new ArrayList<>(command);
    all.add(file.toString());
    Process process;
    try {
      process = new ProcessBuilder(all).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeNoException("not installed", e);
      throw e;
    }
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(printed, 0, process.waitFor());
    return printed.lines().toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.neardup.compare.ResemblanceRule;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.internal.compare.SketchValue;
import org.neardup.internal.group.BandKeys;
import org.neardup.internal.sketch.SketchFormat;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.mapper.SimulatedField;
import org.neardup.search.derived.DocumentOrder;
import org.neardup.search.derived.SimulatedDerivers;
import org.neardup.sketch.Bands;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/** Sketches of texts that resemble each other, and their groups by definition. */
final class SimulatedTexts {
  static final String FIELD = "text.dup";
  static final String DATE = "date";
  static final double THRESHOLD = 0.8;

  private static final SketchFormat FORMAT = new SketchFormat("test-v1", 64, 8, 7, "tests");

  final DocumentOrder order;
  final NeardupFieldType type;
  final SketchParameters parameters;
  private final Random random;
  private final boolean isDated;
  private final int window;
  private final long[][] template; // slots of the two variants of each band; null: no template
  private final List<long[]> texts = new ArrayList<>();
  private final SketchComparer comparer;

  SimulatedTexts(Random random) throws IOException {
    this.random = random;
    boolean isTemplate = random.nextInt(3) == 0;
    isDated = random.nextInt(4) == 0;
    order =
        isDated
            ? DocumentOrder.descending(DATE).thenAscending(SeqNoFieldMapper.NAME)
            : DocumentOrder.ascending(SeqNoFieldMapper.NAME);
    type = SimulatedField.of(FIELD, THRESHOLD, order);
    window = isTemplate ? 1 + random.nextInt(3) : 256;
    parameters = new SketchParameters(FORMAT, new Bands(isTemplate ? 2 : 16, 4), 8);
    template = isTemplate ? new long[2][] : null;
    for (int i = 0; isTemplate && i < template.length; i++) {
      template[i] = random.longs(FORMAT.slots()).toArray();
    }
    comparer = new SketchComparer(parameters, ResemblanceRule.sketch(THRESHOLD));
  }

  SimulatedDerivers derivers() {
    return new SimulatedDerivers(FIELD, THRESHOLD, order, window);
  }

  /** Whether all near-duplicates that share a key are compared with each other. */
  boolean areAllCompared() {
    return template == null;
  }

  BytesRef next() {
    boolean isNew = texts.isEmpty() || random.nextInt(template == null ? 6 : 2) == 0;
    long[] slots =
        isNew
            ? random.longs(FORMAT.slots()).toArray()
            : texts.get(random.nextInt(texts.size())).clone();
    for (int changes = random.nextInt(14); changes > 0; changes--) {
      slots[random.nextInt(slots.length)] = random.nextLong();
    }
    for (int slot = 0; isNew && template != null && slot < 8; slot += 4) {
      System.arraycopy(template[random.nextInt(2)], slot, slots, slot, 4);
    }
    texts.add(slots);
    return new BytesRef(SketchValue.encode(FORMAT, Arrays.hashCode(slots), 100, slots));
  }

  /** The same sketch, without the hash of its text. */
  static BytesRef withoutFingerprint(BytesRef sketch) {
    byte[] bytes = sketch.bytes.clone();
    Arrays.fill(bytes, 0, Long.BYTES, (byte) 0);
    return new BytesRef(bytes);
  }

  /** The representative of each live document: each in turn is compared with the visible ones. */
  Map<SimulatedWrite, SimulatedWrite> groups(Collection<SimulatedWrite> live) {
    Map<SimulatedWrite, SimulatedWrite> representatives = new HashMap<>();
    Map<Long, List<SimulatedWrite>> visible = new HashMap<>();
    for (SimulatedWrite write : live.stream().sorted(byOrder()).toList()) {
      BandKeys keys = new BandKeys(parameters, write.sketch().bytes);
      Set<SimulatedWrite> neighbours = new LinkedHashSet<>();
      for (int i = 0; i < keys.count(); i++) {
        visible.getOrDefault(keys.key(i), List.of()).stream()
            .limit(window)
            .forEach(neighbours::add);
      }
      SimulatedWrite best =
          neighbours.stream()
              .filter(other -> comparer.isNear(score(write, other)))
              .min(
                  Comparator.comparingDouble((SimulatedWrite other) -> -score(write, other))
                      .thenComparing(byOrder()))
              .orElse(write);
      representatives.put(write, best);
      for (int i = 0; i < keys.count() && best.equals(write); i++) {
        visible.computeIfAbsent(keys.key(i), key -> new ArrayList<>()).add(write);
      }
    }
    return representatives;
  }

  Comparator<SimulatedWrite> byOrder() {
    return Comparator.comparingLong((SimulatedWrite write) -> isDated ? -write.date() : 0)
        .thenComparingLong(SimulatedWrite::seqNo);
  }

  private double score(SimulatedWrite a, SimulatedWrite b) {
    return comparer.score(a.sketch().bytes, b.sketch());
  }

  /** Whether two documents are near-duplicates that a look-up by band keys finds. */
  boolean areNear(SimulatedWrite a, SimulatedWrite b) {
    BandKeys keys = new BandKeys(parameters, a.sketch().bytes);
    BandKeys others = new BandKeys(parameters, b.sketch().bytes);
    boolean share = false;
    for (int i = 0; i < keys.count(); i++) {
      share |= others.contains(keys.key(i));
    }
    return share && comparer.isNear(score(a, b));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.junit.Test;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Exchange;
import scala.Tuple2;

/** What becomes of rows: of a group one row survives, with the others' ids, wherever rows are. */
public class TestRowFates extends SparkTestCase {
  private static final int HOMES = 3;

  private final Random random = new Random(58);

  /** A row somewhere. */
  private record Asked(RowKey key, long content, int partition) {}

  private GroupPartition.Member member(RowKey key, String id) {
    DocumentEntry document = Records.document(random);
    document.rowHash = key.rowHash();
    document.textHash = key.textHash();
    document.id = id.getBytes(UTF_8);
    return new GroupPartition.Member(document, 1, TextPair.EXACT);
  }

  /** Groups of members, of which some have the key of another one. */
  private List<List<GroupPartition.Member>> groups(int count) {
    List<List<GroupPartition.Member>> groups = new ArrayList<>();
    for (int group = 0; group < count; group++) {
      List<GroupPartition.Member> members = new ArrayList<>();
      for (int i = 2 + random.nextInt(4); i > 0; i--) {
        boolean repeats = !members.isEmpty() && random.nextInt(4) == 0;
        RowKey key =
            repeats ? members.getFirst().key() : new RowKey(random.nextLong(), random.nextLong());
        members.add(member(key, group + "/" + i));
      }
      groups.add(members);
    }
    return groups;
  }

  private GroupPartition partition(List<List<GroupPartition.Member>> groups) {
    BlockWriter out = new BlockWriter();
    for (int group = 0; group < groups.size(); group++) {
      List<GroupPartition.Member> members = groups.get(group);
      for (int i = 0; i < members.size(); i++) {
        members.get(i).document().number = i;
        GroupPartition.write(group, members.get(i), out);
      }
    }
    return new GroupPartition(Records.reader(out.take()));
  }

  /** By partition, what was sent there. */
  private static List<List<byte[]>> exchanged(Iterator<Tuple2<Integer, byte[]>> sent, int homes) {
    List<Tuple2<Integer, byte[]>> blocks = new ArrayList<>();
    sent.forEachRemaining(blocks::add);
    JavaRDD<Tuple2<Integer, byte[]>> all = Records.context().parallelize(blocks, 2);
    return Records.partitions(Exchange.of(all, homes));
  }

  private List<Asked> asked(List<List<GroupPartition.Member>> groups, int readers) {
    List<Asked> asked = new ArrayList<>();
    for (List<GroupPartition.Member> group : groups) {
      for (GroupPartition.Member member : group) {
        asked.add(new Asked(member.key(), random.nextInt(3), random.nextInt(readers)));
      }
    }
    for (int i = 0; i < 20; i++) { // of rows that are in no group
      asked.add(
          new Asked(new RowKey(random.nextLong(), random.nextLong()), 0, random.nextInt(readers)));
    }
    return asked;
  }

  private List<RowFates> fates(
      List<List<GroupPartition.Member>> groups, List<Asked> asked, int readers) {
    List<List<byte[]>> known = exchanged(RowFates.send(partition(groups), HOMES), HOMES);
    List<Tuple2<Integer, byte[]>> questions = new ArrayList<>();
    for (Asked each : asked) {
      byte[] question =
          Records.packed(out -> RowFates.ask(each.key, each.content, each.partition, out));
      questions.add(new Tuple2<>(each.key.home(HOMES), question));
    }
    List<List<byte[]>> arrived = exchanged(questions.iterator(), HOMES);
    List<Tuple2<Integer, byte[]>> answers = new ArrayList<>();
    for (int home = 0; home < HOMES; home++) {
      RowFates.answer(known.get(home).iterator(), arrived.get(home).iterator(), readers)
          .forEachRemaining(answers::add);
    }
    return exchanged(answers.iterator(), readers).stream()
        .map(blocks -> RowFates.of(blocks.iterator()))
        .toList();
  }

  @Test
  public void testOneRowOfAGroupSurvivesWithTheIdsOfTheOthers() {
    for (int readers : new int[] {1, 4}) {
      List<List<GroupPartition.Member>> groups = groups(60);
      List<Asked> asked = asked(groups, readers);
      List<RowFates> fates = fates(groups, asked, readers);
      Map<RowKey, List<String>> survivors =
          new TreeMap<>((a, b) -> Long.compare(a.rowHash(), b.rowHash()));
      Set<RowKey> grouped = new HashSet<>();
      for (List<GroupPartition.Member> group : groups) {
        group.forEach(each -> grouped.add(each.key()));
        survivors.put(
            group.getFirst().key(),
            group.stream().skip(1).map(each -> each.document().idText()).toList());
      }
      Map<RowKey, List<String>> found =
          new TreeMap<>((a, b) -> Long.compare(a.rowHash(), b.rowHash()));
      for (Asked each : asked) { // in the order of each partition's rows
        List<String> versions = fates.get(each.partition).versions(each.key, each.content);
        if (!grouped.contains(each.key)) {
          assertEquals("stays as it is", List.of(), versions);
        } else if (versions != null) {
          assertNull("once", found.put(each.key, versions));
        }
      }
      assertEquals(survivors, found);
    }
  }

  /** Of equal rows of a representative the first survives: by content, then by partition. */
  @Test
  public void testEqualRowsAreToldApartByWhereTheyAre() {
    RowKey key = new RowKey(1, 2);
    List<List<GroupPartition.Member>> groups =
        List.of(List.of(member(key, "a"), member(new RowKey(3, 4), "b")));
    List<Asked> asked =
        List.of(
            new Asked(key, 5, 0), new Asked(key, 5, 1), new Asked(key, 4, 1), new Asked(key, 4, 2));
    List<RowFates> fates = fates(groups, asked, 3);
    assertNull(fates.get(0).versions(key, 5));
    assertNull(fates.get(1).versions(key, 5));
    assertEquals(List.of("b"), fates.get(1).versions(key, 4));
    assertNull("only once", fates.get(1).versions(key, 4));
    assertNull(fates.get(2).versions(key, 4));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongLongHashMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.neardup.spark.blocks.BlockReader;
import org.neardup.spark.blocks.BlockWriter;
import org.neardup.spark.blocks.Outbox;
import scala.Tuple2;

/**
 * Which of the band keys of a partition are of more than one text, for those that asked. Keys of
 * one text, most of them, end here. Immutable.
 */
final class KeyAnswers implements Serializable {
  private final Answer[] answers;
  private final long members;
  private final long[] hotKeys;
  private final long[] hotTotals;

  private KeyAnswers(Answer[] answers, long members, long[] hotKeys, long[] hotTotals) {
    this.answers = answers;
    this.members = members;
    this.hotKeys = hotKeys;
    this.hotTotals = hotTotals;
  }

  /**
   * What is answered to a question.
   *
   * @param from index of its first key, for whoever asked
   * @param shared a bit for each different key
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Answer(int asker, int from, long[] shared) implements Serializable {}

  /** Keys that are asked about, ascending and each once. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Question(int asker, int from, long[] keys) {

    /** Answers with those that are among others, ascending, too. */
    Answer answer(long[] others) {
      long[] bits = new long[Math.ceilDiv(keys.length, Long.SIZE)];
      int first = Arrays.binarySearch(others, keys[0]);
      int place = first < 0 ? -first - 1 : first;
      for (int i = 0; i < keys.length && place < others.length; i++) {
        while (place < others.length && others[place] < keys[i]) {
          place++;
        }
        if (place < others.length && others[place] == keys[i]) {
          bits[i / Long.SIZE] |= 1L << i;
        }
      }
      return new Answer(asker, from, bits);
    }
  }

  /**
   * Writes the question that begins at a key: each key once, then those that several texts of the
   * asker have, with how many more.
   */
  static void ask(int asker, KeyQuestions keys, int from, BlockWriter out) {
    int to = keys.endOfQuestion(from);
    int different = 0;
    int repeated = 0;
    for (int start = from, end; start < to; start = end) {
      end = keys.endOfEqual(start);
      different++;
      repeated += end - start > 1 ? 1 : 0;
    }
    out.putInt(asker).putInt(from).putInt(different).putInt(repeated);
    for (int start = from; start < to; start = keys.endOfEqual(start)) {
      out.putLong(keys.key(start));
    }
    for (int start = from, end; repeated > 0 && start < to; start = end) {
      end = keys.endOfEqual(start);
      if (end - start > 1) {
        out.putLong(keys.key(start)).putInt(end - start - 1);
      }
    }
  }

  /** Answers what {@link #ask} wrote. */
  static KeyAnswers of(Iterator<byte[]> arriving, int maxBucket) {
    List<Question> questions = new ArrayList<>();
    LongLongHashMap more = new LongLongHashMap();
    BlockReader in = new BlockReader(arriving);
    while (in.hasNext()) {
      int asker = in.getInt();
      int from = in.getInt();
      long[] keys = new long[in.getInt()];
      int repeats = in.getInt();
      for (int i = 0; i < keys.length; i++) {
        keys[i] = in.getLong();
      }
      questions.add(new Question(asker, from, keys));
      for (int i = 0; i < repeats; i++) {
        more.addTo(in.getLong(), in.getInt());
      }
    }
    return answered(questions, more, maxBucket);
  }

  /** The keys of all questions, ascending. */
  private static long[] sorted(List<Question> questions) {
    int count = 0;
    for (Question each : questions) {
      count = Math.addExact(count, each.keys.length);
    }
    long[] all = new long[count];
    int to = 0;
    for (Question each : questions) {
      System.arraycopy(each.keys, 0, all, to, each.keys.length);
      to += each.keys.length;
    }
    Arrays.sort(all);
    return all;
  }

  private static KeyAnswers answered(
      List<Question> questions, LongLongHashMap more, int maxBucket) {
    long[] all = sorted(questions);
    LongArrayList shared = new LongArrayList();
    LongArrayList hotKeys = new LongArrayList();
    LongArrayList hotTotals = new LongArrayList();
    long members = 0;
    for (int start = 0, end; start < all.length; start = end) {
      long key = all[start];
      end = start + 1;
      while (end < all.length && all[end] == key) {
        end++;
      }
      long total = end - start + more.getOrDefault(key, 0);
      if (total > 1) {
        shared.add(key);
        members += total;
      }
      if (total > maxBucket) {
        hotKeys.add(key);
        hotTotals.add(total);
      }
    }
    long[] several = shared.toArray();
    return new KeyAnswers(
        questions.stream().map(each -> each.answer(several)).toArray(Answer[]::new),
        members,
        hotKeys.toArray(),
        hotTotals.toArray());
  }

  /** Sends the answers to those that asked, as {@link KeyQuestions#shared} reads them. */
  Iterator<Tuple2<Integer, byte[]>> send(int partitions) {
    return Outbox.drain(
        partitions,
        Arrays.asList(answers).iterator(),
        (answer, out) -> {
          BlockWriter to = out.to(answer.asker);
          to.putInt(answer.from).putInt(answer.shared.length);
          for (long word : answer.shared) {
            to.putLong(word);
          }
        });
  }

  /** The same without what is sent. */
  KeyAnswers counts() {
    return new KeyAnswers(new Answer[0], members, hotKeys, hotTotals);
  }

  /** How many times texts are in buckets of at least two. */
  long members() {
    return members;
  }

  /** Keys of more texts than a bucket may have. */
  long[] hotKeys() {
    return hotKeys;
  }

  /** How many texts each of those has. */
  long[] hotTotals() {
    return hotTotals;
  }
}

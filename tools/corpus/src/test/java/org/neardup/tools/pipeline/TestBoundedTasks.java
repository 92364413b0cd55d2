// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.pipeline;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.Test;

public class TestBoundedTasks {
  private final Queue<Integer> ran = new ConcurrentLinkedQueue<>();

  @Test
  public void testAllTasksRun() throws Exception {
    try (BoundedTasks tasks = new BoundedTasks(3)) {
      for (int i = 0; i < 1000; i++) {
        int task = i;
        tasks.add(1, () -> ran.add(task));
      }
      tasks.finish();
    }
    assertEquals(1000, ran.stream().distinct().count());
  }

  @Test
  public void testALargeTaskIsWaitedFor() throws Exception {
    try (BoundedTasks tasks = new BoundedTasks(1)) {
      tasks.add(1, () -> ran.add(0));
      tasks.add(1 << 30, () -> ran.add(1));
      assertEquals(List.of(0, 1), List.copyOf(ran));
    }
  }

  @Test
  public void testAFailureIsThrown() {
    var failure = assertThrows(IOException.class, this::failAtTheSecond);
    assertEquals("disk", failure.getMessage());
    assertEquals(List.of(0), List.copyOf(ran));
  }

  private void failAtTheSecond() throws IOException, InterruptedException {
    try (BoundedTasks tasks = new BoundedTasks(1)) {
      tasks.add(1, () -> ran.add(0));
      tasks.add(
          1,
          () -> {
            throw new IOException("disk");
          });
      tasks.finish();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** The most heap in use after a garbage collection: what a run needs, without its garbage. */
final class HeapWatch implements AutoCloseable, NotificationListener {
  private final AtomicLong most = new AtomicLong();
  private final List<NotificationEmitter> emitters = new ArrayList<>();

  HeapWatch() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      NotificationEmitter emitter = (NotificationEmitter) collector;
      emitter.addNotificationListener(this, null, null);
      emitters.add(emitter);
    }
  }

  @Override
  public void handleNotification(Notification notification, Object handback) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      long used =
          GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
              .getGcInfo()
              .getMemoryUsageAfterGc()
              .values()
              .stream()
              .mapToLong(MemoryUsage::getUsed)
              .sum();
      most.accumulateAndGet(used, Math::max);
    }
  }

  /** Bytes; class data and compiled code included, about 50 MB. */
  long mostBytes() {
    return most.get();
  }

  @Override
  public void close() throws ListenerNotFoundException {
    for (NotificationEmitter emitter : emitters) {
      emitter.removeNotificationListener(this);
    }
  }
}

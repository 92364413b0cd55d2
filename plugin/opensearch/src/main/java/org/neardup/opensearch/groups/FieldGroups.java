// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.groups;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheKey;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.util.IOFunction;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.search.derived.DerivedGroups;
import org.opensearch.common.lucene.index.OpenSearchDirectoryReader;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/** The groups of a shard by one field: those of all its readers that searches use. */
final class FieldGroups {
  private static final Logger LOG = LogManager.getLogger(FieldGroups.class);

  /** What is counted before groups are derived: more than a document usually takes. */
  private static final int BYTES_EACH = 32;

  private final NeardupFieldType type;
  private final IOFunction<IndexReader, DerivedGroups> deriver;
  private final int changesInSearch;
  private final long slowMillis;
  private final Executor background;
  private final CircuitBreaker breaker;
  private final Map<CacheKey, DerivedGroups> byReader = new ConcurrentHashMap<>();
  private final AtomicBoolean isDeriving = new AtomicBoolean();
  private volatile boolean isSlow; // what is derived in the background is too much to wait for
  private volatile Last last = new Last(null, null, -1, 0, 0);
  private volatile Failure failure;
  private long counted; // bytes
  private boolean isClosed;

  /** The last reader whose groups were derived. */
  private record Last(
      CacheKey reader, DerivedGroups groups, long maxSeqNo, int documents, long millis) {}

  private record Failure(CacheKey reader, Exception exception) {}

  /**
   * Derives nothing yet.
   *
   * @param settings of the node
   * @param breaker counts the memory: that of the last reader, with which others share most
   */
  FieldGroups(
      NeardupFieldType type,
      IOFunction<IndexReader, DerivedGroups> deriver,
      Settings settings,
      Executor background,
      CircuitBreaker breaker) {
    this.type = type;
    this.deriver = deriver;
    changesInSearch = GroupsService.CHANGES_IN_SEARCH.get(settings);
    slowMillis = GroupsService.SLOW_DERIVATION.get(settings).millis();
    this.background = background;
    this.breaker = breaker;
  }

  boolean isOf(NeardupFieldType other) {
    return type.threshold() == other.threshold() && type.order().equals(other.order());
  }

  /**
   * Counts what the groups of a reader may take.
   *
   * @throws CircuitBreakingException if that is too much
   */
  private synchronized void reserve(OpenSearchDirectoryReader reader) {
    long more = (long) BYTES_EACH * reader.maxDoc() - counted;
    if (more > 0 && !isClosed) {
      try {
        breaker.addEstimateBytesAndMaybeBreak(more, "groups of " + reader.shardId());
      } catch (CircuitBreakingException e) {
        failure = new Failure(null, e); // of no reader: tried again when asked again
        throw e;
      }
      counted += more;
    }
  }

  private synchronized void count(long bytes) {
    long now = isClosed ? 0 : bytes;
    breaker.addWithoutBreaking(now - counted);
    counted = now;
  }

  /** Counts no memory from now on. */
  synchronized void close() {
    isClosed = true;
    count(0);
  }

  /**
   * The groups of a reader; nothing as long as they are being derived in the background.
   *
   * @throws CircuitBreakingException if there is no memory for them
   */
  Optional<DerivedGroups> of(OpenSearchDirectoryReader reader) throws IOException {
    CacheKey key = reader.getReaderCacheHelper().getKey();
    DerivedGroups known = byReader.get(key);
    if (known != null) {
      return Optional.of(known);
    }
    if (changes(reader) <= changesInSearch && !isSlow) {
      return Optional.of(deriveNow(reader));
    }
    Failure failed = failure;
    if (failed != null && key.equals(failed.reader())) {
      throw new IllegalStateException(
          "cannot derive the groups of field ["
              + type.name()
              + "]: "
              + failed.exception().getMessage(),
          failed.exception());
    }
    derive(reader);
    return Optional.ofNullable(byReader.get(key)); // an idle executor may be done
  }

  /** At most so many documents came or went since the last derivation. */
  private long changes(OpenSearchDirectoryReader reader) throws IOException {
    return last.groups() == null
        ? reader.numDocs()
        : Math.min(reader.maxDoc(), maxSeqNo(reader) - last.maxSeqNo());
  }

  /** Each change of a document, and each deletion, has a larger number than all before it. */
  private static long maxSeqNo(OpenSearchDirectoryReader reader) throws IOException {
    byte[] max = PointValues.getMaxPackedValue(reader, SeqNoFieldMapper.NAME);
    return max == null ? -1 : LongPoint.decodeDimension(max, 0);
  }

  /**
   * Derives the groups of a reader in the background, unless that is being done for another.
   *
   * @throws CircuitBreakingException if there is no memory for them
   */
  void derive(OpenSearchDirectoryReader reader) throws IOException {
    if (!isDeriving.compareAndSet(false, true)) {
      return;
    }
    reader.incRef();
    try {
      isSlow = changes(reader) > changesInSearch;
      reserve(reader);
      background.execute(() -> deriveInBackground(reader));
    } catch (IOException | RuntimeException e) { // no memory, or the node stops
      release(reader);
      throw e;
    }
  }

  private void deriveInBackground(OpenSearchDirectoryReader reader) {
    try {
      deriveNow(reader);
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot derive the groups of field [{}] of {}", type.name(), reader.shardId(), e);
      failure = new Failure(reader.getReaderCacheHelper().getKey(), e);
    } finally {
      release(reader);
    }
  }

  private void release(OpenSearchDirectoryReader reader) {
    isSlow = false;
    isDeriving.set(false);
    try {
      reader.decRef();
    } catch (IOException e) {
      LOG.warn("cannot close a reader of {}", reader.shardId(), e);
    }
  }

  private DerivedGroups deriveNow(OpenSearchDirectoryReader reader) throws IOException {
    CacheKey key = reader.getReaderCacheHelper().getKey();
    long start = System.nanoTime();
    reserve(reader);
    DerivedGroups groups = deriver.apply(reader);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if (byReader.putIfAbsent(key, groups) == null) {
      last = new Last(key, groups, maxSeqNo(reader), reader.numDocs(), millis);
      count(groups.ramBytesUsed());
      failure = null;
      reader.getReaderCacheHelper().addClosedListener(byReader::remove);
      if (millis >= slowMillis) {
        LOG.warn(
            "{} took {} ms to derive [{}] of {} documents",
            reader.shardId(),
            millis,
            type.name(),
            reader.numDocs());
      }
    }
    return groups;
  }

  /** As of the last derivation, as the statistics show it; all figures are of type long. */
  Map<String, Object> statistics() {
    Last known = last;
    DerivedGroups groups = known.groups();
    Failure failed = failure;
    Map<String, Object> statistics = new LinkedHashMap<>();
    statistics.put("state", state());
    if (failed != null && failed.exception().getMessage() != null) {
      statistics.put("failure", failed.exception().getMessage());
    }
    statistics.put("documents", (long) known.documents());
    statistics.put("sketched", groups == null ? 0 : groups.sketched());
    statistics.put("hidden", groups == null ? 0 : groups.hidden());
    statistics.put("groups", groups == null ? 0 : groups.groups());
    statistics.put("derivation_in_millis", known.millis());
    statistics.put("memory_in_bytes", groups == null ? 0 : groups.ramBytesUsed());
    return statistics;
  }

  private String state() {
    if (isDeriving.get()) {
      return "deriving";
    } else if (failure != null) {
      return "failed";
    }
    return last.groups() == null ? "new" : "ready";
  }
}

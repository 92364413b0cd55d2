// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.neardup.tools.cluster.config.CandidateMethod;
import org.neardup.tools.cluster.config.ClusterConfig;
import org.neardup.tools.cluster.config.SketchKind;
import org.neardup.tools.cluster.sort.Workspace;
import org.neardup.tools.input.InputDocument;

/**
 * When there is no more room, wherever that is: an IOException, and no file stays but the output.
 */
public class TestDiskFull extends ClusterTestCase {

  /** Has room for so many bytes. */
  private static final class SmallDirectory extends FilterDirectory {
    private long room;

    SmallDirectory(Directory in, long room) {
      super(in);
      this.room = room;
    }

    private void use(long bytes) throws IOException {
      room -= bytes;
      if (room < 0) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
        throws IOException {
      return limited(in.createTempOutput(prefix, suffix, context));
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
      return limited(in.createOutput(name, context));
    }

    private IndexOutput limited(IndexOutput out) {
      return new FilterIndexOutput("limited", out.getName(), out) {
        @Override
        public void writeByte(byte b) throws IOException {
          use(1);
          super.writeByte(b);
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
          use(length);
          super.writeBytes(bytes, offset, length);
        }
      };
    }
  }

  public void testFailsWhereverRoomEnds() throws Exception {
    List<InputDocument> documents = Corpora.random(random(), 60);
    for (CandidateMethod method : CandidateMethod.values()) {
      ClusterConfig config =
          ClusterConfig.defaults().withCandidates(method, SketchKind.parse("fast:128"));
      long enough = 1L << 30;
      long needed = enough - roomLeft(config, documents, enough);
      assertEquals(0, roomLeft(config, documents, needed));
      for (int i = 0; i < 20; i++) {
        long room = i == 0 ? needed - 1 : random().nextLong(needed);
        IOException full = expectThrows(IOException.class, () -> roomLeft(config, documents, room));
        assertEquals("No space left on device", full.getMessage());
      }
    }
  }

  /** Clusters, and tells how much room is left. */
  private static long roomLeft(ClusterConfig config, List<InputDocument> documents, long room)
      throws Exception {
    try (Directory below = newDirectory()) {
      SmallDirectory directory = new SmallDirectory(below, room);
      try (Clustering clustering =
          new Clustering(config, ANALYZER, List.of(), List.of(), new Workspace(directory, 256))) {
        for (InputDocument document : documents) {
          clustering.add(clustering.prepare(document));
        }
        clustering.write("output", Map.of(), 2, stage -> {});
      } finally {
        for (String name : below.listAll()) {
          assertEquals("output", name);
        }
      }
      return directory.room;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.io.IOException;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;

/** Tests on nodes in this JVM. OpenSearch demands this runner of everything that runs in tests. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public abstract class NodeTestCase {
  @ClassRule public static final TemporaryFolder SHARED_FOLDER = new TemporaryFolder();
  private static LocalCluster shared;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Starts nodes for one test, which closes them. */
  protected final LocalCluster start(int nodes) {
    return LocalCluster.start(nodes, folder.getRoot().toPath());
  }

  /** A node for all tests of the class: each uses indices of its own. */
  protected static LocalCluster shared() {
    return shared;
  }

  /** Before the tests, because a node's threads draw random numbers as long as it lives. */
  @BeforeClass
  public static void startShared() {
    shared = LocalCluster.start(1, SHARED_FOLDER.getRoot().toPath());
  }

  @AfterClass
  public static void closeShared() throws IOException {
    if (shared != null) { // it started
      shared.close();
      shared = null;
    }
  }
}

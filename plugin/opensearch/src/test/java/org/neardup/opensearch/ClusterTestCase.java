// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;

/** Tests on nodes in this JVM. OpenSearch demands this runner of everything that runs in tests. */
@RunWith(RandomizedRunner.class)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE) // a node's threads end after it
public abstract class ClusterTestCase {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Starts nodes. */
  protected final LocalCluster start(int nodes) {
    return LocalCluster.start(nodes, folder.getRoot().toPath());
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Priority;
import org.opensearch.common.settings.AbstractScopedSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.gateway.GatewayService;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.transport.client.Client;

/**
 * Puts {@code index.codec: neardup} back where a node without the plugin took it away: a node that
 * starts moves settings whose values it does not know out of the way, and publishes that if it is
 * the cluster manager. Without the setting the mapping is refused and the shards stay closed, so
 * nothing was written meanwhile.
 */
final class ArchivedCodecSetting implements ClusterStateListener {
  private static final Logger LOG = LogManager.getLogger(ArchivedCodecSetting.class);
  private static final String SETTING = EngineConfig.INDEX_CODEC_SETTING.getKey();
  private static final String ARCHIVED = AbstractScopedSettings.ARCHIVED_SETTINGS_PREFIX + SETTING;

  private final ClusterService cluster;
  private final Client client;

  ArchivedCodecSetting(ClusterService cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    boolean isKnown =
        !event.state().blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK);
    boolean isNew =
        event.metadataChanged()
            || !event.previousState().nodes().isLocalNodeElectedClusterManager();
    if (event.localNodeClusterManager() && isKnown && isNew) {
      for (IndexMetadata index : event.state().metadata()) {
        if (isArchived(index)) {
          cluster.submitStateUpdateTask("neardup: restore index.codec", new Restoration(client));
          return;
        }
      }
    }
  }

  private static boolean isArchived(IndexMetadata index) {
    return NeardupFieldMapper.CODEC.equals(index.getSettings().get(ARCHIVED))
        && !EngineConfig.INDEX_CODEC_SETTING.exists(index.getSettings());
  }

  private static final class Restoration extends ClusterStateUpdateTask {
    private final Client client;

    Restoration(Client client) {
      super(Priority.IMMEDIATE); // before shards are given up that fail without the setting
      this.client = client;
    }

    @Override
    public ClusterState execute(ClusterState state) {
      Metadata.Builder metadata = Metadata.builder(state.metadata());
      for (IndexMetadata index : state.metadata()) {
        if (isArchived(index)) {
          LOG.info(
              "{} was opened by a node without neardup; restoring {}", index.getIndex(), SETTING);
          metadata.put(restored(index), true);
        }
      }
      return ClusterState.builder(state).metadata(metadata).build();
    }

    private static IndexMetadata restored(IndexMetadata index) {
      Settings settings =
          Settings.builder()
              .put(index.getSettings())
              .put(SETTING, NeardupFieldMapper.CODEC)
              .build();
      return IndexMetadata.builder(index)
          .settings(settings.filter(key -> !key.equals(ARCHIVED)))
          .settingsVersion(index.getSettingsVersion() + 1)
          .build();
    }

    @Override
    public void clusterStateProcessed(String source, ClusterState before, ClusterState after) {
      client
          .admin()
          .cluster()
          .prepareReroute()
          .setRetryFailed(true)
          .execute(
              ActionListener.wrap(
                  response -> LOG.debug("shards that were given up are tried again"),
                  e -> LOG.warn("shards that were given up are not tried again", e)));
    }

    @Override
    public void onFailure(String source, Exception e) {
      LOG.warn("{} failed", source, e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.host;

import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Priority;
import org.opensearch.common.settings.AbstractScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.gateway.GatewayService;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.transport.client.Client;

/**
 * Puts {@code index.codec: neardup} and the plugin's own settings back where a node without the
 * plugin took them away: a node that starts moves settings that it does not know out of the way,
 * and publishes that if it is the cluster manager. Without the codec the mapping is refused and the
 * shards stay closed, so nothing was written meanwhile.
 */
public final class ArchivedSettings implements ClusterStateListener {
  private static final Logger LOG = LogManager.getLogger(ArchivedSettings.class);
  private static final String CODEC = EngineConfig.INDEX_CODEC_SETTING.getKey();

  private final ClusterService cluster;
  private final Client client;
  private final List<String> ours;

  /**
   * Puts them back as a listener.
   *
   * @param setting of indices, beside the codec
   */
  public ArchivedSettings(ClusterService cluster, Client client, Setting<?> setting) {
    this.cluster = cluster;
    this.client = client;
    ours = List.of(CODEC, setting.getKey());
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    boolean isKnown =
        !event.state().blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK);
    boolean isNew =
        event.metadataChanged()
            || !event.previousState().nodes().isLocalNodeElectedClusterManager();
    if (event.localNodeClusterManager() && isKnown && isNew) {
      if (event.state().metadata().indices().values().stream()
          .anyMatch(index -> !archived(index).isEmpty())) {
        cluster.submitStateUpdateTask("neardup: restore settings of indices", new Restoration());
      }
    }
  }

  private List<String> archived(IndexMetadata index) {
    return ours.stream().filter(setting -> isArchived(index.getSettings(), setting)).toList();
  }

  private static boolean isArchived(Settings ofIndex, String setting) {
    String value = ofIndex.get(AbstractScopedSettings.ARCHIVED_SETTINGS_PREFIX + setting);
    boolean isOurs = !setting.equals(CODEC) || NeardupCodecAlias.NAME.equals(value);
    return value != null && isOurs && !ofIndex.hasValue(setting);
  }

  private final class Restoration extends ClusterStateUpdateTask {
    Restoration() {
      super(Priority.IMMEDIATE); // before shards are given up that fail without the setting
    }

    @Override
    public ClusterState execute(ClusterState state) {
      Metadata.Builder metadata = Metadata.builder(state.metadata());
      for (IndexMetadata index : state.metadata()) {
        if (!archived(index).isEmpty()) {
          LOG.info(
              "{} was opened by a node without neardup; restoring its settings", index.getIndex());
          metadata.put(restored(index), true);
        }
      }
      return ClusterState.builder(state).metadata(metadata).build();
    }

    private IndexMetadata restored(IndexMetadata index) {
      Settings.Builder settings = Settings.builder().put(index.getSettings());
      for (String setting : archived(index)) {
        String archived = AbstractScopedSettings.ARCHIVED_SETTINGS_PREFIX + setting;
        settings.put(setting, settings.remove(archived));
      }
      return IndexMetadata.builder(index)
          .settings(settings)
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

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import static org.opensearch.common.unit.MemorySizeValue.parseBytesSizeValueOrHeapRatio;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.util.SetOnce;
import org.neardup.opensearch.groups.GroupsService;
import org.neardup.opensearch.host.ArchivedSettings;
import org.neardup.opensearch.host.BreakerLimit;
import org.neardup.opensearch.host.RunningSearch;
import org.neardup.opensearch.mapper.NeardupFieldMapper;
import org.neardup.opensearch.mapper.NeardupFieldType;
import org.neardup.opensearch.mapper.NodeSeed;
import org.neardup.opensearch.mapper.SketchingMapper;
import org.neardup.opensearch.pipeline.OneVersionPipeline;
import org.neardup.opensearch.query.AllVersionsQueryBuilder;
import org.neardup.opensearch.query.DocumentGroupPhase;
import org.neardup.opensearch.query.NearDuplicateBuilder;
import org.neardup.opensearch.query.NeardupSearchExt;
import org.neardup.opensearch.query.OneVersionQueryBuilder;
import org.neardup.opensearch.rest.GroupStatisticsAction;
import org.neardup.opensearch.rest.NeardupHandler;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.routing.allocation.decider.AllocationDecider;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.OpenSearchExecutors;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MetadataFieldMapper;
import org.opensearch.indices.breaker.BreakerSettings;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.CircuitBreakerPlugin;
import org.opensearch.plugins.ClusterPlugin;
import org.opensearch.plugins.EnginePlugin;
import org.opensearch.plugins.MapperPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPipelinePlugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptService;
import org.opensearch.search.fetch.FetchSubPhase;
import org.opensearch.search.pipeline.Processor;
import org.opensearch.search.pipeline.SearchPhaseResultsProcessor;
import org.opensearch.search.pipeline.SearchRequestProcessor;
import org.opensearch.search.pipeline.SearchResponseProcessor;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.ScalingExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** One version of each document in search results: all that the plugin adds to a node. */
public final class NeardupPlugin extends Plugin
    implements MapperPlugin,
        EnginePlugin,
        SearchPlugin,
        SearchPipelinePlugin,
        ActionPlugin,
        CircuitBreakerPlugin,
        ClusterPlugin {
  private static final String THREADS = "neardup";
  private static final String BREAKER_LIMIT = "40%"; // of the heap

  /** Threads that derive groups. */
  private static final Setting<Integer> MOST_THREADS =
      new Setting<>(
          "neardup.groups.threads",
          settings -> String.valueOf(OpenSearchExecutors.allocatedProcessors(settings) / 2 + 1),
          value -> Setting.parseInt(value, 1, "neardup.groups.threads"),
          Setting.Property.NodeScope);

  private final NodeSeed seed;
  private final GroupsService groups;
  private final SetOnce<ThreadPool> threads = new SetOnce<>();
  private final SetOnce<CircuitBreaker> breaker = new SetOnce<>();
  private final SetOnce<OneVersionPipeline> pipeline = new SetOnce<>();

  /**
   * Reads what the plugin needs of a node's settings.
   *
   * @param settings of the node, with its keystore
   */
  public NeardupPlugin(Settings settings) {
    seed = NodeSeed.of(settings);
    groups = new GroupsService(settings, () -> threads.get().executor(THREADS), breaker::get);
  }

  /** {@code breaker.neardup.limit} sets it; {@code _nodes/stats/breaker} shows it. */
  @Override
  public BreakerSettings getCircuitBreaker(Settings settings) {
    long bytes = parseBytesSizeValueOrHeapRatio(BREAKER_LIMIT, BreakerLimit.KEY).getBytes();
    return BreakerSettings.updateFromSettings(
        new BreakerSettings(GroupsService.BREAKER, bytes, 1), settings);
  }

  @Override
  public void setCircuitBreaker(CircuitBreaker circuitBreaker) {
    breaker.set(circuitBreaker);
  }

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(
        NodeSeed.SETTING,
        MOST_THREADS,
        GroupsService.CHANGES_IN_SEARCH,
        GroupsService.SLOW_DERIVATION,
        NeardupFieldType.ONE_VERSION);
  }

  /** So that cluster managers know the nodes that have the plugin. */
  @Override
  public Settings additionalSettings() {
    return NodesWithPlugin.ATTRIBUTE;
  }

  @Override
  public Collection<AllocationDecider> createAllocationDeciders(
      Settings settings, ClusterSettings clusterSettings) {
    return List.of(new NodesWithPlugin());
  }

  /** Derivations wait for each other, rather than take all processors from searches. */
  @Override
  public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
    int most = MOST_THREADS.get(settings);
    return List.of(new ScalingExecutorBuilder(THREADS, 0, most, TimeValue.timeValueMinutes(1)));
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService clusterService,
      ThreadPool threadPool,
      ResourceWatcherService resourceWatcherService,
      ScriptService scriptService,
      NamedXContentRegistry contentRegistry,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry writeableRegistry,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<RepositoriesService> repositoriesService) {
    threads.set(threadPool);
    clusterService.addListener(
        new ArchivedSettings(clusterService, client, NeardupFieldType.ONE_VERSION));
    clusterService.addListener(new BreakerLimit(breaker.get()));
    pipeline.set(
        new OneVersionPipeline(
            client,
            contentRegistry,
            writeableRegistry,
            clusterService,
            indexNameExpressionResolver,
            groups));
    return List.of(groups);
  }

  @Override
  public void onIndexModule(IndexModule index) {
    index.addSearchOperationListener(OneVersionPipeline.searchListener(groups));
    if (NeardupFieldMapper.hasCodec(index.getSettings())) {
      index.addIndexEventListener(groups);
      index.addSearchOperationListener(RunningSearch.LISTENER);
    }
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        OneVersionQueryBuilder.spec(groups),
        AllVersionsQueryBuilder.SPEC,
        NearDuplicateBuilder.SPEC);
  }

  @Override
  public List<FetchSubPhase> getFetchSubPhases(FetchPhaseConstructionContext context) {
    return List.of(OneVersionPipeline.fetchSubPhase(groups), new DocumentGroupPhase(groups));
  }

  @Override
  public List<SuggesterSpec<?>> getSuggesters() {
    return List.of(OneVersionPipeline.suggester(groups));
  }

  @Override
  public List<SearchExtSpec<?>> getSearchExts() {
    return List.of(
        OneVersionPipeline.questions(),
        NeardupSearchExt.spec(NeardupSearchExt.OF_RESPONSES),
        NeardupSearchExt.spec(DocumentGroupPhase.NAME));
  }

  @Override
  public Map<String, Processor.Factory<SearchRequestProcessor>> getRequestProcessors(
      Parameters parameters) {
    return pipeline.get().requestProcessors();
  }

  @Override
  public Map<String, Processor.Factory<SearchPhaseResultsProcessor>>
      getSearchPhaseResultsProcessors(Parameters parameters) {
    return pipeline.get().phaseResultsProcessors();
  }

  @Override
  public Map<String, Processor.Factory<SearchResponseProcessor>> getResponseProcessors(
      Parameters parameters) {
    return pipeline.get().responseProcessors();
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(new ActionHandler<>(GroupStatisticsAction.TYPE, GroupStatisticsAction.class));
  }

  @Override
  public List<ActionFilter> getActionFilters() {
    return List.of(pipeline.get().actionFilter());
  }

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver indexNames,
      Supplier<DiscoveryNodes> nodes) {
    return NeardupHandler.all();
  }

  @Override
  public Map<String, Mapper.TypeParser> getMappers() {
    return Map.of(NeardupFieldMapper.TYPE, NeardupFieldMapper.parser(seed));
  }

  @Override
  public Map<String, MetadataFieldMapper.TypeParser> getMetadataMappers() {
    return Map.of(SketchingMapper.NAME, SketchingMapper.PARSER);
  }

  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings index) {
    if (!NeardupFieldMapper.hasCodec(index.getSettings())) {
      return Optional.empty();
    }
    return Optional.of(
        (mapping, settings, defaultCodec) -> {
          Codec codec = defaultCodec.get();
          return Map.of(
              NeardupFieldMapper.CODEC,
              mapping == null ? codec : NeardupFieldMapper.sketching(codec, mapping));
        });
  }
}

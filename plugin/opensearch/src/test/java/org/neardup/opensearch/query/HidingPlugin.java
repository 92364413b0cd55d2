// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.query;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.neardup.opensearch.TermReader;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexModule;
import org.opensearch.index.query.ParsedQuery;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestHeaderDefinition;
import org.opensearch.script.ScriptService;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/**
 * Document-level security for tests, in the two ways in which security plugins do it: shows only
 * documents with the tag that a header of the request names.
 */
public final class HidingPlugin extends Plugin implements ActionPlugin {
  /** The header that has readers hide documents. */
  public static final String BY_READER = "hide-by-reader";

  /** The header that has a filter put around the query of a search. */
  public static final String BY_QUERY = "hide-by-query";

  /** The same, by a query that shows nobody what is in it. */
  public static final String BY_OPAQUE_QUERY = "hide-by-opaque-query";

  private ThreadContext threads;

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(
        new RestHeaderDefinition(BY_READER, false),
        new RestHeaderDefinition(BY_QUERY, false),
        new RestHeaderDefinition(BY_OPAQUE_QUERY, false));
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
      IndexNameExpressionResolver resolver,
      Supplier<RepositoriesService> repositories) {
    threads = threadPool.getThreadContext();
    return List.of();
  }

  @Override
  public void onIndexModule(IndexModule index) {
    index.setReaderWrapper(service -> this::wrap);
    index.addSearchOperationListener(
        new SearchOperationListener() {
          @Override
          public void onPreQueryPhase(SearchContext search) {
            String opaque = threads.getHeader(BY_OPAQUE_QUERY);
            String tag = opaque == null ? threads.getHeader(BY_QUERY) : opaque;
            if (tag != null) {
              Query both =
                  new BooleanQuery.Builder()
                      .add(search.parsedQuery().query(), Occur.MUST)
                      .add(new TermQuery(new Term("tag", tag)), Occur.FILTER)
                      .build();
              search.parsedQuery(new ParsedQuery(opaque == null ? both : new OpaqueQuery(both)));
              search.preProcess(true);
            }
          }
        });
  }

  private DirectoryReader wrap(DirectoryReader reader) throws IOException {
    String tag = threads.getHeader(BY_READER);
    return tag == null ? reader : new TermReader(reader, new Term("tag", tag));
  }
}

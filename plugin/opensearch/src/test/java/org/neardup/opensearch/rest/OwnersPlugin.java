// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.Term;
import org.neardup.opensearch.TermReader;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestHeaderDefinition;

/**
 * Document-level security as plugins do it: who names a user in the header {@code owner} sees
 * documents with that owner alone.
 */
public final class OwnersPlugin extends Plugin implements ActionPlugin {
  private static final String OWNER = "owner";

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(OWNER, false));
  }

  @Override
  public void onIndexModule(IndexModule index) {
    index.setReaderWrapper(
        service -> {
          ThreadContext context = service.getThreadPool().getThreadContext();
          return reader -> {
            String owner = context.getHeader(OWNER);
            return owner == null ? reader : new TermReader(reader, new Term(OWNER, owner));
          };
        });
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.neardup.opensearch.FieldsReader;
import org.neardup.opensearch.TermReader;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestHeaderDefinition;

/**
 * Security as plugins do it: who names a user in the header {@code owner} sees documents with that
 * owner alone; who names a field in the header {@code hidden} does not see it.
 */
public final class OwnersPlugin extends Plugin implements ActionPlugin {
  static final String OWNER = "owner";
  static final String HIDDEN = "hidden";

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(OWNER, false), new RestHeaderDefinition(HIDDEN, false));
  }

  @Override
  public void onIndexModule(IndexModule index) {
    index.setReaderWrapper(
        service -> {
          ThreadContext context = service.getThreadPool().getThreadContext();
          return reader -> {
            String owner = context.getHeader(OWNER);
            String hidden = context.getHeader(HIDDEN);
            DirectoryReader seen =
                owner == null ? reader : new TermReader(reader, new Term(OWNER, owner));
            return hidden == null ? seen : new FieldsReader(seen, Set.of(hidden));
          };
        });
  }
}

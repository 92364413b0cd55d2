// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.server;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.index.Term;
import org.neardup.opensearch.TermReader;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.index.IndexModule;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.RestHeaderDefinition;

/**
 * A plugin for tests that shows each user some documents of an index, as document-level security
 * does: those with the user's name in the keyword field {@code readers}. Who says no name sees all.
 */
public final class FilteredDocumentsPlugin extends Plugin implements ActionPlugin {
  /** The HTTP header with the name of the user. */
  static final String HEADER = "X-Test-User";

  static final String INDEX_SETTING = "index.documents_by_reader";

  private static final Setting<Boolean> ENABLED =
      Setting.boolSetting(INDEX_SETTING, false, Setting.Property.IndexScope);

  /** Made by the server. */
  public FilteredDocumentsPlugin() {}

  @Override
  public List<Setting<?>> getSettings() {
    return List.of(ENABLED);
  }

  @Override
  public Collection<RestHeaderDefinition> getRestHeaders() {
    return List.of(new RestHeaderDefinition(HEADER, false));
  }

  @Override
  public void onIndexModule(IndexModule module) {
    if (ENABLED.get(module.getSettings())) {
      module.setReaderWrapper(
          service -> {
            ThreadContext context = service.getThreadPool().getThreadContext();
            return reader -> {
              String user = context.getHeader(HEADER);
              return user == null ? reader : new TermReader(reader, new Term("readers", user));
            };
          });
    }
  }
}

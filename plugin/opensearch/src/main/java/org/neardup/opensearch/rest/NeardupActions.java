// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import org.opensearch.action.ActionRequest;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.plugins.ActionPlugin.ActionHandler;
import org.opensearch.rest.RestHandler;

/** What the plugin registers of this package. */
public final class NeardupActions {
  private NeardupActions() {}

  /** The transport actions. */
  public static List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> actions() {
    return List.of(
        new ActionHandler<>(DocumentGroupAction.TYPE, DocumentGroupAction.class),
        new ActionHandler<>(GroupStatisticsAction.TYPE, GroupStatisticsAction.class));
  }

  /** The REST handlers. */
  public static List<RestHandler> restHandlers() {
    return List.of(new VariantsHandler(), new ExplainHandler(), new StatisticsHandler());
  }
}

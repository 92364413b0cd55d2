// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.List;
import java.util.Locale;
import org.neardup.opensearch.groups.FieldStatistics;
import org.opensearch.common.Table;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.unit.ByteSizeValue;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.cat.AbstractCatAction;
import org.opensearch.rest.action.cat.RestTable;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET _cat/neardup}: the groups of each copy of a shard, a line for each field. */
public final class CatGroups extends AbstractCatAction {

  @Override
  public String getName() {
    return "neardup_cat";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, "/_cat/neardup"),
        new Route(RestRequest.Method.GET, "/_cat/neardup/{index}"));
  }

  @Override
  protected void documentation(StringBuilder to) {
    to.append("/_cat/neardup\n/_cat/neardup/{index}\n");
  }

  @Override
  protected RestChannelConsumer doCatRequest(RestRequest request, NodeClient client) {
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    return channel ->
        client.execute(
            GroupStatisticsAction.TYPE,
            new GroupStatisticsAction.Request(indices, 0),
            new RestResponseListener<>(channel) {
              @Override
              public RestResponse buildResponse(GroupStatisticsResponse found) throws Exception {
                Table table = getTableWithHeader(request);
                found.shards().forEach(shard -> addRows(shard, table));
                return RestTable.buildResponse(table, channel);
              }
            });
  }

  @Override
  protected Table getTableWithHeader(RestRequest request) {
    Table table = new Table();
    table.startHeaders();
    table.addCell("index", "desc:name of the index");
    table.addCell("shard", "desc:number of the shard");
    table.addCell("prirep", "desc:primary or replica");
    table.addCell("node", "desc:name of the node");
    table.addCell("field", "desc:of the sketches");
    table.addCell("state", "desc:new, deriving, ready or failed");
    table.addCell("documents", "text-align:right;desc:live ones");
    table.addCell("hidden", "text-align:right;desc:near-duplicates behind another version");
    table.addCell("groups", "text-align:right;desc:of more than one document");
    table.addCell("memory", "text-align:right;desc:of the groups");
    table.addCell("took", "text-align:right;desc:ms of the last derivation");
    return table.endHeaders();
  }

  private static void addRows(ShardGroupStatistics shard, Table table) {
    for (ShardGroupStatistics.OfField each : shard.fields()) {
      FieldStatistics field = each.statistics();
      table.startRow();
      table.addCell(shard.copy().getIndexName());
      table.addCell(shard.copy().id());
      table.addCell(shard.copy().primary() ? "p" : "r");
      table.addCell(shard.nodeName());
      table.addCell(field.field());
      table.addCell(field.state().name().toLowerCase(Locale.ROOT));
      table.addCell(field.counts().documents());
      table.addCell(field.counts().hidden());
      table.addCell(field.counts().groups());
      table.addCell(new ByteSizeValue(field.counts().bytes()));
      table.addCell(field.counts().millis());
      table.endRow();
    }
  }
}

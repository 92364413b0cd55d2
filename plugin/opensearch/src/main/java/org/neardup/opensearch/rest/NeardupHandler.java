// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.neardup.opensearch.query.DocumentGroupPhase;
import org.neardup.opensearch.query.FoundDocument;
import org.neardup.opensearch.rest.GroupStatisticsResponse.Copy;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.common.Table;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.unit.ByteSizeValue;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.rest.action.cat.AbstractCatAction;
import org.opensearch.rest.action.cat.RestTable;
import org.opensearch.transport.client.node.NodeClient;

/** Answers one kind of question about groups. */
public final class NeardupHandler extends BaseRestHandler {
  private final String name;
  private final List<Route> routes;
  private final BiFunction<RestRequest, NodeClient, RestChannelConsumer> answer;

  private NeardupHandler(
      String name,
      BiFunction<RestRequest, NodeClient, RestChannelConsumer> answer,
      String... paths) {
    this.name = name;
    this.answer = answer;
    routes = Stream.of(paths).map(path -> new Route(RestRequest.Method.GET, path)).toList();
  }

  /** The versions of a document, why two are versions or are not, and statistics in two forms. */
  public static List<RestHandler> all() {
    return List.of(
        new NeardupHandler(
            "neardup_variants", NeardupHandler::variants, "/{index}/_neardup/variants/{id}"),
        new NeardupHandler(
            "neardup_explain", NeardupHandler::explain, "/{index}/_neardup/explain/{id}/{other}"),
        new NeardupHandler(
            "neardup_stats",
            NeardupHandler::statistics,
            "/_neardup/stats",
            "/{index}/_neardup/stats"),
        new CatGroups());
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public List<Route> routes() {
    return routes;
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    return answer.apply(request, client);
  }

  private static RestChannelConsumer variants(RestRequest request, NodeClient client) {
    int size = number(request, "size", 100, 10_000);
    Consumer<ActionListener<Map<String, Object>>> document =
        document(request, client, request.param("id"), request.param("routing"), size);
    return channel -> {
      ActionListener<ToXContentObject> listener = new RestToXContentListener<>(channel);
      document.accept(ActionListener.map(listener, told -> (to, params) -> to.map(told)));
    };
  }

  private static RestChannelConsumer explain(RestRequest request, NodeClient client) {
    String routing = request.param("routing");
    String otherRouting = request.param("other_routing", routing);
    Consumer<ActionListener<Map<String, Object>>> a =
        document(request, client, request.param("id"), routing, null);
    Consumer<ActionListener<Map<String, Object>>> b =
        document(request, client, request.param("other"), otherRouting, null);
    return channel -> {
      ActionListener<DocumentComparison> listener = new RestToXContentListener<>(channel);
      a.accept(
          ActionListener.wrap(
              ofA ->
                  b.accept(ActionListener.map(listener, ofB -> new DocumentComparison(ofA, ofB))),
              listener::onFailure));
    };
  }

  /** Asks for a document and its group, as {@link DocumentGroupPhase} tells of them. */
  private static Consumer<ActionListener<Map<String, Object>>> document(
      RestRequest request, NodeClient client, String id, String routing, Integer size) {
    Map<String, Object> asked = new HashMap<>();
    asked.put(DocumentGroupPhase.FIELD, request.param("field"));
    asked.put(DocumentGroupPhase.SIZE, size);
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    SearchRequest where = new SearchRequest(indices).routing(routing);
    return listener -> FoundDocument.find(client, "[_neardup]", id, where, asked, listener);
  }

  /** By index if the request names some, else by node. */
  private static RestChannelConsumer statistics(RestRequest request, NodeClient client) {
    GroupStatisticsAction.Request asked = asked(request, number(request, "largest", 5, 100));
    return channel ->
        client.execute(GroupStatisticsAction.TYPE, asked, new RestToXContentListener<>(channel));
  }

  private static GroupStatisticsAction.Request asked(RestRequest request, int largest) {
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    GroupStatisticsAction.Request asked = new GroupStatisticsAction.Request(indices, largest);
    return asked.indicesOptions(IndicesOptions.fromRequest(request, asked.indicesOptions()));
  }

  /** A number of a request, from 0 to a limit. */
  private static int number(RestRequest request, String name, int absent, int most) {
    int number = request.paramAsInt(name, absent);
    if (number < 0 || number > most) {
      throw new IllegalArgumentException(
          "[" + name + "] must be between 0 and " + most + ", got [" + number + "]");
    }
    return number;
  }

  /** {@code GET _cat/neardup}: the groups of each copy of a shard, a line for each field. */
  private static final class CatGroups extends AbstractCatAction {

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
      GroupStatisticsAction.Request asked = asked(request, 0);
      return channel ->
          client.execute(
              GroupStatisticsAction.TYPE,
              asked,
              new RestResponseListener<>(channel) {
                @Override
                public RestResponse buildResponse(GroupStatisticsResponse found) throws Exception {
                  Table table = getTableWithHeader(request);
                  found.copies().forEach(copy -> addRows(copy, table));
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

    private static void addRows(Copy copy, Table table) {
      copy.fields()
          .forEach(
              (name, field) -> {
                table.startRow();
                table.addCell(copy.shard().getIndexName());
                table.addCell(copy.shard().id());
                table.addCell(copy.shard().primary() ? "p" : "r");
                table.addCell(copy.nodeName());
                table.addCell(name);
                table.addCell(field.get("state"));
                table.addCell(field.get("documents"));
                table.addCell(field.get("hidden"));
                table.addCell(field.get("groups"));
                table.addCell(new ByteSizeValue((long) field.get("memory_in_bytes")));
                table.addCell(field.get("derivation_in_millis"));
                table.endRow();
              });
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.xcontent.MediaTypeRegistry;

/**
 * What a node answered to a REST request.
 *
 * @param status of HTTP
 * @param text the body
 * @param warnings the headers of that name
 */
public record Reply(int status, String text, List<String> warnings) {

  /** The body as a map. */
  public Map<String, Object> map() {
    return XContentHelper.convertToMap(new BytesArray(text), true, MediaTypeRegistry.JSON).v2();
  }

  /** A value in the body: keys and numbers of list entries, separated by dots. */
  public Object at(String path) {
    Object value = map();
    for (String key : path.split("\\.", -1)) {
      value =
          value instanceof List<?> list
              ? list.get(Integer.parseInt(key))
              : ((Map<?, ?>) value).get(key);
    }
    return value;
  }

  /** An integer in the body. */
  public int number(String path) {
    return ((Number) at(path)).intValue();
  }

  /** The ids of the hits of a search, in their order. */
  public List<String> ids() {
    return ((List<?>) at("hits.hits"))
        .stream().map(hit -> ((Map<?, ?>) hit).get("_id").toString()).toList();
  }

  /** The same, sorted. */
  public List<String> sortedIds() {
    String[] ids = ids().toArray(String[]::new);
    Arrays.sort(ids);
    return List.of(ids);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.pipeline;

import org.neardup.opensearch.NodeTestCase;
import org.neardup.opensearch.Reply;

/** Searches through pipelines on one node. */
abstract class PipelineTestCase extends NodeTestCase {
  static final String REQUEST = "'request_processors': [{'one_version': {'field': 'text.dup'}}]";
  static final String RESPONSE =
      "'phase_results_processors': [{'one_version': {}}], 'response_processors': [{'one_version': {}}]";

  /**
   * Makes a pipeline of both processors.
   *
   * @param parameters of the request processor beside the field, each after a comma
   */
  static void putPipeline(String name, String parameters) {
    shared().putPipeline(name, parameters);
  }

  /** Searches with a named pipeline. */
  static Reply search(String index, String pipeline, String json) {
    return shared().ok("GET", "/" + index + "/_search?search_pipeline=" + pipeline, json);
  }
}

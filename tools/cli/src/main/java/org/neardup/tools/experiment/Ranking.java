// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.List;

/**
 * What a search found for a topic, best first.
 *
 * @param ids documents, each once
 * @param scores as many; each less than the one before
 */
record Ranking(List<String> ids, List<Float> scores) {}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.util.Map;

/**
 * The results of one way to search.
 *
 * @param name of the way, in lower case
 * @param rankings by topic, in the order of the topics
 */
record Run(String name, Map<String, Ranking> rankings) {}

// SPDX-License-Identifier: Apache-2.0
/**
 * What does collapsing do to the quality of search results? {@link
 * org.neardup.tools.experiment.Experiment} runs topics over a collapsed index with and without
 * collapse, and measures the runs against judgements.
 */
package org.neardup.tools.experiment;

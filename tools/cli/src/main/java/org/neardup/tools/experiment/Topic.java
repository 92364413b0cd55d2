// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

/**
 * A question that documents were judged for.
 *
 * @param id without white space
 * @param text words to look for
 */
record Topic(String id, String text) {}

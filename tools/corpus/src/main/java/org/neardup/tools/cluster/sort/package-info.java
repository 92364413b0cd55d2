// SPDX-License-Identifier: Apache-2.0
/**
 * How are more numbers sorted and paired than memory holds? The candidate methods share one shape:
 * entries of a key and a text are sorted, texts with the same key are paired, and pairs are sorted.
 */
package org.neardup.tools.cluster.sort;

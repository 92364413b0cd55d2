// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.text;

/**
 * What a text is compared by.
 *
 * @param count elements, repeats included
 * @param elements ascending (signed), each once
 * @param sketch null if not needed
 * @param mean Hanov's, 0 if not needed
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record TextFeatures(long textHash, int count, long[] elements, byte[] sketch, double mean) {}

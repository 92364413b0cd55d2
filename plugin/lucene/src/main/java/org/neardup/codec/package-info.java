// SPDX-License-Identifier: Apache-2.0
/**
 * Sketches in the segments: a document values format that keeps, beside the sketch of each
 * document, an index of the band keys of all of them.
 *
 * <p>{@link org.neardup.codec.NearDupCodec#wrap} makes a codec write it, {@link
 * org.neardup.codec.SketchReader} reads it, {@link org.neardup.codec.SketchValue} knows the bytes
 * of one sketch, {@link org.neardup.codec.SketchParameters} what all sketches of a field share.
 */
package org.neardup.codec;

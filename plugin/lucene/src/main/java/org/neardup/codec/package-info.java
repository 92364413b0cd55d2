// SPDX-License-Identifier: Apache-2.0
/**
 * Sketches in the segments: a document values format that keeps, beside the sketch of each
 * document, an index of all band keys.
 *
 * <p>{@code CollapsingIndexWriter} writes it, and {@link org.neardup.codec.SketchField} for
 * applications that own their writer.
 *
 * <p>Any program that opens such an index needs this library on its class path. Without it, opening
 * fails with "An SPI class of type org.apache.lucene.codecs.DocValuesFormat with name 'NearDup1'
 * does not exist"; nothing is lost. {@code CheckIndex} then reports each segment as broken: do not
 * let it {@code -exorcise} them, which would delete their documents.
 */
package org.neardup.codec;

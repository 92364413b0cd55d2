// SPDX-License-Identifier: Apache-2.0
package org.neardup.codec;

import java.util.Optional;
import org.apache.lucene.index.IndexableField;

/**
 * A field of text and its sketch, which are made of the same tokens.
 *
 * @param indexed the field to index in the place of the one that was sketched: it gives the index
 *     the same tokens without analyzing again
 * @param sketch nothing if the text has no tokens
 */
public record SketchedField(IndexableField indexed, Optional<IndexableField> sketch) {}

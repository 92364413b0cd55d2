// SPDX-License-Identifier: Apache-2.0

/**
 * How the doc values format keeps bands: {@link org.neardup.internal.codec.NearDupCodec#wrap} makes
 * a codec write it, {@link org.neardup.internal.codec.SketchReader} reads it.
 */
package org.neardup.internal.codec;

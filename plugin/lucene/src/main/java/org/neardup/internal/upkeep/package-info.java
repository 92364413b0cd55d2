// SPDX-License-Identifier: Apache-2.0
/**
 * Checks, repairs and reconciles whole indexes. Internal; applications call {@link
 * org.neardup.index.IndexCheck} and {@link org.neardup.index.CollapsingIndexWriter}.
 */
package org.neardup.internal.upkeep;

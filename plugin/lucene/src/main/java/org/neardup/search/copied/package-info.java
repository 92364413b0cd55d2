// SPDX-License-Identifier: Apache-2.0

/**
 * Which documents hold what a text says, and which passages of it: {@link
 * org.neardup.search.copied.Containments}.
 */
package org.neardup.search.copied;

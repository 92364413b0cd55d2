// SPDX-License-Identifier: Apache-2.0

/** The queries {@code one_version} and {@code near_duplicate}. */
package org.neardup.opensearch.query;

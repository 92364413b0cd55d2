// SPDX-License-Identifier: Apache-2.0

/** The queries {@code one_version} and {@code near_duplicate}, and what is told of a document. */
package org.neardup.opensearch.query;

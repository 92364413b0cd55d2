// SPDX-License-Identifier: Apache-2.0

/** The derived groups of the shards of a node: when they are derived, kept and freed. */
package org.neardup.opensearch.groups;

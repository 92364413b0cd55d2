// SPDX-License-Identifier: Apache-2.0

/** What OpenSearch loads: the plugin, and the codec that an index names. */
package org.neardup.opensearch;

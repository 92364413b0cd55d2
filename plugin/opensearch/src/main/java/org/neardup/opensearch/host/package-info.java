// SPDX-License-Identifier: Apache-2.0

/** What the plugin uses of OpenSearch beyond its hooks: a class for each bend. */
package org.neardup.opensearch.host;

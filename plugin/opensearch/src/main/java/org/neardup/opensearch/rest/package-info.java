// SPDX-License-Identifier: Apache-2.0

/**
 * What users and operators ask of groups beside searches: statistics, the versions of a document,
 * and why two documents collapse or do not. REST handlers, and what nodes and shards do for them.
 */
package org.neardup.opensearch.rest;

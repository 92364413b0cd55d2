// SPDX-License-Identifier: Apache-2.0

/**
 * What users and operators ask of groups beside searches: statistics, the versions of a document,
 * and why two documents collapse or do not. REST handlers, and the transport actions behind them.
 */
package org.neardup.opensearch.rest;

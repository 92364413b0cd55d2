// SPDX-License-Identifier: Apache-2.0
/**
 * How do people search an index and compare its documents in a browser? {@link
 * org.neardup.tools.serve.SearchServer} answers with pages and, under {@code /api}, with JSON. It
 * only reads.
 */
package org.neardup.tools.serve;

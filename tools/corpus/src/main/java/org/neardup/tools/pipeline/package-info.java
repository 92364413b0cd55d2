// SPDX-License-Identifier: Apache-2.0
/**
 * How do many threads work on a stream of documents and keep its order, and how are repeated ids
 * noticed?
 */
package org.neardup.tools.pipeline;

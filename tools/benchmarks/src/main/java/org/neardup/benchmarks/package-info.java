// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks, which compare Neardup with other implementations in one run. {@code
 * tools/bin/benchmark NAME}.
 */
package org.neardup.benchmarks;

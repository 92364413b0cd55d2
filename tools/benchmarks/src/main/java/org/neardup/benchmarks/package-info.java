// SPDX-License-Identifier: Apache-2.0
/** Benchmarks: ours and the others' side by side in one run. {@code tools/bin/benchmark NAME}. */
package org.neardup.benchmarks;

// SPDX-License-Identifier: Apache-2.0
/**
 * What Neardup stores of each document in fields of its own, and of the index in its commits: the
 * only place that names these fields, writes them and reads them.
 */
package org.neardup.internal.record;

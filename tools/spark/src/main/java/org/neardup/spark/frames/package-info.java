// SPDX-License-Identifier: Apache-2.0
/**
 * Rows into data frames, in Spark's own form, since its conversion of each one from objects takes
 * longer than most of what is done with them.
 */
package org.neardup.spark.frames;

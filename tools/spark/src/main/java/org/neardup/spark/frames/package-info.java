// SPDX-License-Identifier: Apache-2.0
/**
 * Rows in and out of data frames in Spark's own form, since its conversion of each one to and from
 * objects takes longer than most of what is done with them.
 */
package org.neardup.spark.frames;

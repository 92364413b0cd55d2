// SPDX-License-Identifier: Apache-2.0
/**
 * Records of numbers and bytes, packed into blocks, between the tasks of Spark. A shuffle of blocks
 * costs a few nanoseconds a record; one of objects or rows costs a hundred times as much.
 */
package org.neardup.spark.blocks;

// SPDX-License-Identifier: Apache-2.0

/** The commands of {@code neardup-spark}: options, then a run from inputs to a folder. */
package org.neardup.spark.command;

// SPDX-License-Identifier: Apache-2.0

/** The commands of {@code neardup-spark}: each parses its arguments, then runs. */
package org.neardup.spark.command;

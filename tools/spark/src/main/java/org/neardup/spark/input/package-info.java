// SPDX-License-Identifier: Apache-2.0

/**
 * How do the inputs of {@code neardup} become data frames? {@link
 * org.neardup.spark.input.DocumentInput} divides them among tasks, which read them as the command
 * line does.
 */
package org.neardup.spark.input;

// SPDX-License-Identifier: Apache-2.0

/** How does a data frame hold what {@code neardup} reads? */
package org.neardup.spark.input;

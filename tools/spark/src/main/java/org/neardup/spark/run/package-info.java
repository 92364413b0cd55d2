// SPDX-License-Identifier: Apache-2.0

/** What does a command of {@code neardup-spark} do, from its inputs to its output? */
package org.neardup.spark.run;

// SPDX-License-Identifier: Apache-2.0

/** How is a result written by many tasks so that it is complete or absent? */
package org.neardup.spark.output;

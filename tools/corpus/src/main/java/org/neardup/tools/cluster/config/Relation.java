// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.cluster.config;

/** What makes a pair of two texts. */
public enum Relation {
  /** They resemble each other: the share of all their elements that are in both. */
  RESEMBLANCE,
  /** The smaller is contained in the other: the share of its elements that are in both. */
  CONTAINMENT
}

// SPDX-License-Identifier: Apache-2.0
/**
 * Which texts share a key, and which of them does a text go behind? Candidates by band, in memory,
 * and the one definition of "resembles most": in an order, a text goes behind the earlier visible
 * near-duplicate whose resemblance to it is highest, of equals behind the earliest. The resemblance
 * of a pair is the counted one where the rule counts it, else the estimate.
 */
package org.neardup.internal.group;

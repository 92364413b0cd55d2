// SPDX-License-Identifier: Apache-2.0
/** Which near-duplicates form a cluster, and of what kind is it? */
package org.neardup.tools.cluster.grouping;

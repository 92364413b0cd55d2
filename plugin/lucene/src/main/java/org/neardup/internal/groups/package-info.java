// SPDX-License-Identifier: Apache-2.0
/**
 * Decisions: which documents are in which group, and which of them are visible. {@link
 * org.neardup.internal.groups.GroupTable} takes them, over the index as of the last refresh and
 * what is pending since. Not for applications.
 */
package org.neardup.internal.groups;

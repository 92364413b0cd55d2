// SPDX-License-Identifier: Apache-2.0
package org.neardup.trial;

/**
 * A document that an index should hold.
 *
 * @param arrival its place in the order of arrival; several have one if nobody knows their order
 */
record Held(TrialDocument document, long arrival) {}

// SPDX-License-Identifier: Apache-2.0
/** Which pairs of texts are compared, and which of them are near-duplicates? */
package org.neardup.tools.cluster.candidates;

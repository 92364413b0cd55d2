// SPDX-License-Identifier: Apache-2.0
package org.neardup.index.groups;

import org.neardup.compare.Resemblance;

/** A visible near-duplicate of a document, and how much the two resemble each other. */
public record Match(LiveDocument representative, Resemblance resemblance) {}

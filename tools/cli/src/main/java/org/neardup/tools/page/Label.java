// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

/**
 * What a reader calls a document beside another.
 *
 * @param name its title, or its id
 * @param besides what tells it from the other; empty if that is not needed
 */
public record Label(String name, String besides) {}

// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code neardup} program. {@link org.neardup.tools.Main} starts it; {@link
 * org.neardup.tools.command} parses the command line and calls the packages that do the work, which
 * know nothing of command lines.
 */
package org.neardup.tools;

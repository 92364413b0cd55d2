// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code neardup} command line: one class a subcommand, which parses its options and calls a
 * class that does the work and knows nothing of command lines.
 */
package org.neardup.tools;

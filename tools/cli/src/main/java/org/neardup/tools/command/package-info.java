// SPDX-License-Identifier: Apache-2.0
/**
 * Which subcommands are there, and which options do they take? One class a subcommand parses its
 * options, calls a class that does the work, and prints the report that it gets. Options that
 * several commands share are mixins.
 */
package org.neardup.tools.command;

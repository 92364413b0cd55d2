// SPDX-License-Identifier: Apache-2.0
/**
 * How does the program talk to people and to other programs? Streams, colours, progress, tables,
 * JSON, text on one line, error messages and exit codes.
 */
package org.neardup.tools.console;

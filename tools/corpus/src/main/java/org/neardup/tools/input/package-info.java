// SPDX-License-Identifier: Apache-2.0
/**
 * What documents do the arguments of a command hold? {@link org.neardup.tools.input.Inputs} reads
 * JSON Lines, folders and archives as a stream of {@link org.neardup.tools.input.RawDocument}s,
 * each of which is parsed by whichever thread has the time.
 */
package org.neardup.tools.input;

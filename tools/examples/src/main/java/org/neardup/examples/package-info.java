// SPDX-License-Identifier: Apache-2.0
/** Small programs to begin with: one a task, each complete, run by a test. */
package org.neardup.examples;

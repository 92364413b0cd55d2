// SPDX-License-Identifier: Apache-2.0

/** Search over a collapsed index: one version of each document, and where the others are. */
package org.neardup.search;

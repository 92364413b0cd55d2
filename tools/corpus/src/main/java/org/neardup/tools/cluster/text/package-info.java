// SPDX-License-Identifier: Apache-2.0
/**
 * What is compared of a document, where is it stored, and how much do two texts resemble each
 * other?
 */
package org.neardup.tools.cluster.text;

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.page;

/** A page of one message. */
public record Message(String title, String text) {}

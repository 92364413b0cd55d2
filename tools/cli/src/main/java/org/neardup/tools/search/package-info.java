// SPDX-License-Identifier: Apache-2.0
/** Which documents match a query, and which ones resemble a text? */
package org.neardup.tools.search;

// SPDX-License-Identifier: Apache-2.0
/** How is a stream of documents worked on by many threads, and its order kept? */
package org.neardup.tools.pipeline;

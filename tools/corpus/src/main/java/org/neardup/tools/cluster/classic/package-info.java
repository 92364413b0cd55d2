/**
 * The sketches and candidates of the literature, to compare with; the defaults need none of them.
 */
package org.neardup.tools.cluster.classic;

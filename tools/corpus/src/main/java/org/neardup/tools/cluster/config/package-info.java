// SPDX-License-Identifier: Apache-2.0
/** What does a clustering do? Its settings and their values. */
package org.neardup.tools.cluster.config;

// SPDX-License-Identifier: Apache-2.0

/** The field type {@code neardup}: from a mapping and a document to a sketch. */
package org.neardup.opensearch.mapper;

// SPDX-License-Identifier: Apache-2.0
package org.neardup.spark.output;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.neardup.spark.input.DocumentColumns;
import org.neardup.tools.console.JsonLine;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Documents that were read as {@code neardup index} and others take them: an object a line. */
final class DocumentFormat {
  private static final String REPRESENTATIVE = "neardup_representative";
  private static final String VERSIONS = "neardup_versions";

  private DocumentFormat() {}

  static byte[] line(Row row) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put(DocumentColumns.ID, row.getAs(DocumentColumns.ID));
    String title = row.getAs(DocumentColumns.TITLE);
    if (!title.isEmpty()) {
      document.put(DocumentColumns.TITLE, title);
    }
    document.put(DocumentColumns.TEXT, row.getAs(DocumentColumns.TEXT));
    Map<String, Seq<String>> fields = row.getJavaMap(row.fieldIndex(DocumentColumns.FIELDS));
    new TreeMap<>(fields) // a frame does not keep their order
        .forEach((name, values) -> put(document, name, CollectionConverters.asJava(values)));
    document.put(REPRESENTATIVE, row.getAs(REPRESENTATIVE));
    document.put(VERSIONS, row.getList(row.fieldIndex(VERSIONS)));
    return JsonLine.of(document);
  }

  private static void put(Map<String, Object> document, String name, List<String> values) {
    if (!values.isEmpty()) {
      document.put(name, values.size() == 1 ? values.getFirst() : values);
    }
  }
}

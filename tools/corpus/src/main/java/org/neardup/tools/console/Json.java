// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.neardup.compare.Overlap;

/**
 * Results for machines: a record's components in their order, or an object on a line. What does not
 * print is escaped.
 */
public final class Json {
  /** Reads a value that has each key once, and nothing behind it. */
  public static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .annotationIntrospector(new LowerCaseEnums())
          .addModule(new SimpleModule().addSerializer(double.class, nullForNaN()))
          .addMixIn(Overlap.class, OverlapKeys.class)
          .build()
          .writer(
              new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER))
          .with(new JsonEscapes());

  private static final ObjectWriter LINE = new JsonMapper().writer().with(new JsonEscapes());

  /** What is derived from the components is a result too. */
  @JsonPropertyOrder({
    "elementsOfA",
    "elementsOfB",
    "common",
    "resemblance",
    "containmentOfA",
    "containmentOfB"
  })
  private interface OverlapKeys {
    @JsonProperty
    double resemblance();

    @JsonProperty
    double containmentOfA();

    @JsonProperty
    double containmentOfB();
  }

  private Json() {}

  /** Jackson's own feature for it asks the locale, and "estimate" has no i in Turkish. */
  private static final class LowerCaseEnums extends JacksonAnnotationIntrospector {
    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] values, String[] names) {
      return Arrays.stream(values).map(Json::lower).toArray(String[]::new);
    }
  }

  /** A share of nothing, for which JSON has no number. */
  private static JsonSerializer<Double> nullForNaN() {
    return new JsonSerializer<>() {
      @Override
      public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
          throws IOException {
        if (value.isNaN()) {
          out.writeNull();
        } else {
          out.writeNumber(value);
        }
      }
    };
  }

  /** The name of a constant as results have it: in lower case. */
  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** A record or map of plain values as one line in UTF-8, with its end. */
  public static byte[] line(Object object) {
    return (written(LINE, object) + "\n").getBytes(UTF_8);
  }

  public static String of(Record result) {
    return written(WRITER, result);
  }

  /** What is wrong, without the names of settings that a user cannot reach. */
  public static String problem(JsonProcessingException e) {
    return e.getOriginalMessage()
        .replaceFirst(" \\(or 'NaN'[^)]*\\)", "")
        .replaceFirst(", from `[^`]*`", "")
        .replaceFirst(" \\(start marker at .*?line: (\\d+), column: \\d+\\]\\)", " of line $1")
        .replaceFirst("(?s): maybe a \\(non-standard\\) comment.*", ": JSON has no comments")
        .replaceFirst("(?s)(: | \\(consider )enabl.*JsonReadFeature.*", "");
  }

  private static String written(ObjectWriter writer, Object object) {
    try {
      return writer.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("plain values are always JSON", e);
    }
  }
}

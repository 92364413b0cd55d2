// SPDX-License-Identifier: Apache-2.0
package org.neardup.opensearch.mapper;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.neardup.analysis.Shingling;
import org.neardup.codec.SketchField;
import org.neardup.compare.Guard;
import org.neardup.compare.SketchSettings;
import org.neardup.opensearch.host.NeardupCodecAlias;
import org.neardup.opensearch.host.UpgradeCheck;
import org.neardup.search.derived.DocumentOrder;
import org.opensearch.common.Explicit;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.common.Strings;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.engine.EngineConfig;
import org.opensearch.index.mapper.DateFieldMapper;
import org.opensearch.index.mapper.FieldMapper;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.Mapper;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.MappingLookup;
import org.opensearch.index.mapper.NumberFieldMapper;
import org.opensearch.index.mapper.ParametrizedFieldMapper;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.SeqNoFieldMapper;

/**
 * Fields of type {@code neardup}: a sub-field of a text field, or a field that others are copied
 * to. Collects the texts of a document, which {@link SketchingMapper} sketches.
 */
public final class NeardupFieldMapper extends ParametrizedFieldMapper {
  /** The type's name in mappings. */
  public static final String TYPE = "neardup";

  /** What the setting {@code index.codec} must be. */
  public static final String CODEC = NeardupCodecAlias.NAME;

  private final Builder from;

  private NeardupFieldMapper(NeardupFieldType type, Builder from) {
    super(from.name(), type, MultiFields.empty(), CopyTo.empty());
    this.from = from;
  }

  /** Whether an index is set up for fields of this type. */
  public static boolean hasCodec(Settings ofIndex) {
    return EngineConfig.INDEX_CODEC_SETTING.get(ofIndex).equals(CODEC);
  }

  /**
   * The codec of an index, which also writes the sketches of all fields of type {@code neardup}
   * that the mapping has when a segment is written. Segments keep the name of the wrapped codec.
   */
  public static Codec sketching(Codec codec, MapperService mapping) {
    if (!(codec.docValuesFormat() instanceof PerFieldDocValuesFormat)) {
      throw new IllegalArgumentException(
          "[index.codec: neardup] cannot be combined with what makes this index use the codec "
              + codec);
    }
    return new FilterCodec(codec.getName(), codec) {
      @Override
      public DocValuesFormat docValuesFormat() {
        Codec wrapped = delegate;
        for (NeardupFieldType type : NeardupFieldType.all(mapping)) {
          wrapped = type.sketches().codec(wrapped);
        }
        return wrapped.docValuesFormat();
      }
    };
  }

  /** Reads mappings on a node. */
  public static Mapper.TypeParser parser(NodeSeed seed) {
    return (name, node, context) -> {
      String codec =
          context.mapperService().getIndexSettings().getValue(EngineConfig.INDEX_CODEC_SETTING);
      if (!codec.equals(CODEC)) {
        throw refused(
            name,
            " needs the index setting [index.codec: neardup], which is [" + codec + "]",
            null);
      }
      Builder builder =
          new Builder(name, context.getIndexAnalyzers().getDefaultIndexAnalyzer(), seed);
      builder.refuseUnknown(node.keySet());
      try {
        builder.parse(name, context, node);
      } catch (IllegalArgumentException e) {
        throw refused(name, ": " + e.getMessage(), e);
      }
      builder.refuseOtherSeed();
      return builder;
    };
  }

  private static MapperParsingException refused(String field, String why, Exception cause) {
    return new MapperParsingException("field [" + field + "] of type [" + TYPE + "]" + why, cause);
  }

  /** What makes the tokens. */
  static Analyzer unwrapped(Analyzer analyzer) {
    return analyzer instanceof NamedAnalyzer named ? unwrapped(named.analyzer()) : analyzer;
  }

  @Override
  public NeardupFieldType fieldType() {
    return (NeardupFieldType) super.fieldType();
  }

  @Override
  protected String contentType() {
    return TYPE;
  }

  @Override
  public ParametrizedFieldMapper.Builder getMergeBuilder() {
    return new Builder(simpleName(), from.defaultAnalyzer, from.seed).init(this);
  }

  @Override
  protected void parseCreateField(ParseContext context) throws IOException {
    String text =
        context.externalValueSet()
            ? context.externalValue().toString()
            : context.parser().textOrNull();
    if (text != null) {
      PendingSketch.in(context.doc(), fieldType()).add(text);
    }
  }

  /** Never: the document would have no sketch, and nobody would know. */
  @Override
  protected Explicit<Boolean> ignoreMalformed() {
    return new Explicit<>(false, true);
  }

  @Override
  protected void doValidate(MappingLookup mappers) {
    if (mappers.getNestedScope(name()) != null) {
      throw new IllegalArgumentException(
          "field [" + name() + "] of type [" + TYPE + "] must not be in nested objects");
    }
    if (from.scope.get() != null) {
      String needed = "an indexed keyword field without [ignore_above]";
      require(mappers, "scope", from.scope.get(), needed, NeardupFieldMapper::isScope);
    }
    if (!from.orderField().equals(SeqNoFieldMapper.NAME)) {
      String needed = "a date or number field with doc values, and not an unsigned_long";
      require(mappers, "order", from.orderField(), needed, NeardupFieldMapper::isOrder);
    }
  }

  private void require(
      MappingLookup mappers,
      String parameter,
      String field,
      String needed,
      Predicate<FieldMapper> isFit) {
    if (!(mappers.getMapper(field) instanceof FieldMapper mapper && isFit.test(mapper))
        || mappers.getNestedScope(field) != null) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[%s] of field [%s] must name %s, in the mapping and not in nested objects, got [%s]",
              parameter,
              name(),
              needed,
              field));
    }
  }

  private static boolean isScope(FieldMapper mapper) {
    return mapper instanceof KeywordFieldMapper
        && (mapper.fieldType().isSearchable() || mapper.fieldType().hasDocValues())
        && !ignoresLongValues(mapper);
  }

  private static boolean isOrder(FieldMapper mapper) {
    MappedFieldType type = mapper.fieldType();
    boolean isNumber =
        type instanceof NumberFieldMapper.NumberFieldType
            // Its doc values are not in the order of signed numbers.
            && !type.typeName().equals(NumberFieldMapper.NumberType.UNSIGNED_LONG.typeName());
    return (isNumber || type instanceof DateFieldMapper.DateFieldType) && type.hasDocValues();
  }

  /** Documents with a value that is ignored would be in no scope. The mapper tells only so. */
  private static boolean ignoresLongValues(FieldMapper mapper) {
    String json = Strings.toString(MediaTypeRegistry.JSON, mapper);
    Map<?, ?> mapping = XContentHelper.convertToMap(JsonXContent.jsonXContent, json, false);
    return ((Map<?, ?>) mapping.get(mapper.simpleName())).containsKey("ignore_above");
  }

  /** The parameters of a field; its values do not change once a mapper is built. */
  private static final class Builder extends ParametrizedFieldMapper.Builder {
    private static final String DESCENDING = ":desc";

    /** For all fields, as several indices may be searched, which have others. */
    private static final String TEXT = "text";

    private final NamedAnalyzer defaultAnalyzer;
    private final NodeSeed seed;
    private final Parameter<NamedAnalyzer> analyzer;
    private final Parameter<String> shingle;
    private final Parameter<Double> threshold;
    private final Parameter<List<String>> guard;
    private final Parameter<String> scope;
    private final Parameter<DocumentOrder> order; // null: none was given
    private final Parameter<String> seedId;
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();

    Builder(String name, NamedAnalyzer defaultAnalyzer, NodeSeed seed) {
      super(name);
      this.defaultAnalyzer = defaultAnalyzer;
      this.seed = seed;
      analyzer =
          Parameter.analyzerParam(
              "analyzer", false, m -> from(m).analyzer.get(), () -> defaultAnalyzer);
      shingle =
          Parameter.stringParam(
              "shingle",
              false,
              m -> from(m).shingle.get(),
              SketchSettings.DEFAULTS.shingling().toString());
      threshold =
          new Parameter<>(
              "threshold",
              false,
              SketchSettings.DEFAULTS::threshold,
              (field, context, value) -> parseThreshold(value),
              m -> from(m).threshold.get());
      guard =
          new Parameter<>(
              "guard",
              false,
              List::of,
              (field, context, value) -> guards(XContentMapValues.nodeStringArrayValue(value)),
              m -> from(m).guard.get());
      scope = Parameter.stringParam("scope", false, m -> from(m).scope.get(), null);
      order =
          new Parameter<>(
                  "order",
                  true, // no sketch depends on it
                  () -> null,
                  (field, context, value) -> parseOrder(XContentMapValues.nodeStringValue(value)),
                  m -> given(from(m).order.get()))
              .setSerializer(
                  (builder, key, value) -> builder.field(key, text(order())), Builder::text);
      seedId =
          Parameter.stringParam("seed_id", false, m -> from(m).seedId.get(), seed.id())
              .alwaysSerialize(); // so that a node with another seed notices
    }

    private static double parseThreshold(Object value) {
      try {
        return XContentMapValues.nodeDoubleValue(value);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("threshold must be a number, got [" + value + "]", e);
      }
    }

    private static List<String> guards(String[] names) {
      List<Guard> guards = Guard.withoutFields(Stream.of(names).map(Guard::parse).toList());
      return SketchSettings.DEFAULTS.withGuards(guards).guards().stream() // in one order
          .map(Guard::toString)
          .toList();
    }

    /** Texts are all that a field of this type has. */
    private static Shingling ofTexts(Shingling shingling) {
      if (shingling.unit() == Shingling.Unit.VALUE) {
        throw new IllegalArgumentException("shingle must be word:K or char:K, got " + shingling);
      }
      return shingling;
    }

    /** A mapping update that gives no order keeps the one that there is. */
    private DocumentOrder given(DocumentOrder update) {
      return update == null ? order.get() : update;
    }

    private DocumentOrder order() {
      return Objects.requireNonNullElse(
          order.get(), DocumentOrder.ascending(SeqNoFieldMapper.NAME));
    }

    /** The first field in the order of versions; ties are broken by {@code _seq_no}. */
    private String orderField() {
      return order().keys().getFirst().field();
    }

    private static DocumentOrder parseOrder(String text) {
      boolean isDescending = text.endsWith(DESCENDING);
      String field =
          isDescending || text.endsWith(":asc") ? text.substring(0, text.lastIndexOf(':')) : text;
      if (field.isEmpty()) {
        throw new IllegalArgumentException(
            "order must be _seq_no, FIELD, FIELD:asc or FIELD:desc, got [" + text + "]");
      }
      DocumentOrder order =
          isDescending ? DocumentOrder.descending(field) : DocumentOrder.ascending(field);
      return field.equals(SeqNoFieldMapper.NAME)
          ? order
          : order.thenAscending(SeqNoFieldMapper.NAME);
    }

    private static String text(DocumentOrder order) {
      DocumentOrder.Key first = order.keys().getFirst();
      return first.isDescending() ? first.field() + DESCENDING : first.field();
    }

    private static Builder from(FieldMapper mapper) {
      return ((NeardupFieldMapper) mapper).from;
    }

    @Override
    protected List<Parameter<?>> getParameters() {
      return List.of(analyzer, shingle, threshold, guard, scope, order, seedId, meta);
    }

    /** OpenSearch itself lets some parameters pass that this type has no use for. */
    void refuseUnknown(Set<String> given) {
      Set<String> unknown = new TreeSet<>(given);
      unknown.remove("type");
      getParameters().forEach(parameter -> unknown.remove(parameter.name));
      if (!unknown.isEmpty()) {
        throw new MapperParsingException(
            String.format(
                Locale.ROOT,
                "unknown parameter %s on mapper [%s] of type [%s]",
                unknown,
                name,
                TYPE));
      }
    }

    void refuseOtherSeed() {
      if (!seedId.get().equals(seed.id())) {
        String ids =
            "its id is [" + seedId.get() + "], the one of this node is [" + seed.id() + "]";
        String advice = "set the same in the keystores of all nodes";
        throw refused(name, " was made with another [neardup.seed]: " + ids + "; " + advice, null);
      }
    }

    /** Unwrapped, as the tokens of analyzers that are known can be made faster. */
    private Analyzer words() {
      Analyzer given = unwrapped(analyzer.get());
      return UpgradeCheck.isItsAnalyzer(given) ? new StandardAnalyzer() : given;
    }

    @Override
    public NeardupFieldMapper build(BuilderContext context) {
      try {
        SketchSettings settings =
            SketchSettings.DEFAULTS
                .withShingling(ofTexts(Shingling.parse(shingle.get())))
                .withThreshold(threshold.get())
                .withGuards(guard.get().stream().map(Guard::parse).toList())
                .withSeed(seed.value());
        String fullName = buildFullName(context);
        SketchField sketches = new SketchField(fullName, TEXT, settings, words());
        return new NeardupFieldMapper(
            new NeardupFieldType(sketches, scope.get(), order(), meta.get()), this);
      } catch (IOException | IllegalArgumentException e) {
        throw refused(name, ": " + e.getMessage(), e);
      }
    }
  }
}

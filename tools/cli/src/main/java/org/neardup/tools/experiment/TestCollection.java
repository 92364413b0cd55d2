// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.UnitReader;
import org.neardup.tools.input.UnitReader.Kind;

/**
 * Topics and what was judged for them.
 *
 * @param run what another program found; null if topics are to be searched for
 */
public record TestCollection(List<Topic> topics, Qrels qrels, Run run) {

  /**
   * Reads files.
   *
   * @param topics lines of id, tab, text, or topics in TREC's form
   * @param qrels lines of topic, anything, document, grade
   * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
   * @throws IllegalArgumentException if a file cannot be read, or no document was judged for any of
   *     the topics
   */
  public static TestCollection read(Path topics, Path qrels, Consumer<String> problems) {
    TestCollection read =
        new TestCollection(Topic.read(topics, problems), Qrels.read(qrels, problems), null);
    read.requireTopics();
    return read;
  }

  /**
   * As {@link #read}, with what another program found instead of topics; see {@link Run#read}. The
   * topics are those of the run and of the judgements.
   *
   * @throws IllegalArgumentException as {@link #read} does, or if the run has no hit
   */
  public static TestCollection judging(Path run, int depth, Path qrels, Consumer<String> problems) {
    Run given = Run.read(run, depth, problems);
    if (given.rankings().isEmpty()) {
      throw new IllegalArgumentException(run + " must have a hit, got none");
    }
    Qrels judged = Qrels.read(qrels, problems);
    Set<String> ids = new LinkedHashSet<>(judged.grades().keySet());
    ids.addAll(given.rankings().keySet());
    List<Topic> topics = ids.stream().map(id -> new Topic(id, id)).toList();
    TestCollection read = new TestCollection(topics, judged, given);
    read.requireTopics();
    return read;
  }

  /**
   * That of an index: each title is a topic, and the documents that have it are relevant, with
   * grade 1. So it asks whether a search for the title of a page finds the page.
   *
   * @param removed what titles are freed of first, such as the version of a manual: documents whose
   *     titles are the same then have one topic
   */
  static TestCollection ofTitles(OpenIndex index, Pattern removed) throws IOException {
    Map<String, List<String>> documents = new LinkedHashMap<>();
    for (int doc : index.documents()) {
      String title = index.index().name(doc).title();
      String topic = removed.matcher(title).replaceAll("").strip();
      if (!topic.isEmpty()) {
        documents
            .computeIfAbsent(topic.replaceAll("\\s+", " "), text -> new ArrayList<>())
            .add(index.ids()[doc]);
      }
    }
    List<Topic> topics = new ArrayList<>();
    Qrels qrels = new Qrels();
    documents.forEach(
        (text, ids) -> {
          Topic topic = new Topic(Integer.toString(topics.size() + 1), text);
          topics.add(topic);
          ids.forEach(id -> qrels.add(topic.id(), id, 1));
        });
    return new TestCollection(topics, qrels, null);
  }

  /** Writes the topics as {@link Topic#read} reads them. */
  void writeTopics(Path file) throws IOException {
    TextLines.write(
        file,
        out -> {
          for (Topic topic : topics) {
            out.write(topic.id() + '\t' + topic.text() + '\n');
          }
        });
  }

  /** The ids of the other topics. */
  List<String> unjudged() {
    return topics.stream().map(Topic::id).filter(id -> qrels.of(id).isEmpty()).toList();
  }

  /** Of the topics that were judged, the ids of those that nobody can search for. */
  List<String> unasked() {
    Set<String> ids = new TreeSet<>(qrels.grades().keySet());
    topics.forEach(topic -> ids.remove(topic.id()));
    return List.copyOf(ids);
  }

  /** The topics that can be measured: documents were judged for them. There must be one. */
  List<Topic> requireTopics() {
    List<Topic> judged = topics.stream().filter(topic -> !qrels.of(topic.id()).isEmpty()).toList();
    if (judged.isEmpty()) {
      throw new IllegalArgumentException("no document was judged for any of the topics");
    }
    return judged;
  }

  /**
   * A question that documents were judged for.
   *
   * @param id without white space
   * @param text words to look for
   */
  record Topic(String id, String text) {
    private static final Pattern NUMBER =
        Pattern.compile("<num>\\s*(?:Number:)?\\s*([^\\s<]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TITLE =
        Pattern.compile("<title>\\s*(?:Topic:)?([^<]*)", Pattern.CASE_INSENSITIVE);

    /**
     * Reads topics, in the order of a file: lines of id, tab, text; or in TREC's form, {@code
     * <top>}, {@code <num>} with the id, {@code <title>} with the text, {@code </top>}.
     *
     * @param problems takes {@code file:line: what is wrong} of each bad line, which is skipped
     */
    static List<Topic> read(Path file, Consumer<String> problems) {
      Map<String, Topic> topics = new LinkedHashMap<>();
      TextLines.readUnits(
          file,
          TopicLines.KIND,
          lines -> {
            Topic topic = lines.isTagged() ? parseTagged(lines.text()) : parse(lines.text());
            if (topics.putIfAbsent(topic.id, topic) != null) {
              throw new IllegalArgumentException("topic " + topic.id + " was there before");
            }
          },
          problems);
      return List.copyOf(topics.values());
    }

    private static Topic parseTagged(String topic) {
      Matcher id = NUMBER.matcher(topic);
      Matcher text = TITLE.matcher(topic);
      if (!id.find() || !text.find() || text.group(1).isBlank()) {
        throw new IllegalArgumentException(
            "a topic must have <num> and <title>, got " + topic.strip());
      }
      return new Topic(id.group(1), text.group(1).strip().replaceAll("\\s+", " "));
    }

    private static Topic parse(String line) {
      int tabulator = line.indexOf('\t');
      if (tabulator < 0) {
        throw new IllegalArgumentException("a topic must be id, tab, text, got " + line);
      }
      String id = TextLines.id("topic id", line.substring(0, tabulator).strip());
      String text = line.substring(tabulator + 1).strip();
      if (text.isEmpty()) {
        throw new IllegalArgumentException("topic " + id + " has no text");
      }
      return new Topic(id, text);
    }
  }

  /** The lines of a topic: one, or in TREC's form those from {@code <top>} to {@code </top>}. */
  private static final class TopicLines implements UnitReader.Unit {
    private static final Pattern BEGIN = Pattern.compile("(?i)<top>");
    private static final Pattern END = Pattern.compile("(?i)</top>");

    static final Kind<TopicLines> KIND =
        new Kind<>("topic", "</top>", TopicLines::new, TopicLines::isTagged);

    private final StringBuilder lines = new StringBuilder();

    @Override
    public boolean add(String line) throws BadInputException {
      if (isTagged() && isTagged(line)) {
        throw new BadInputException("topic without </top> before the next <top>");
      }
      lines.append(line).append('\n');
      boolean ends = !isTagged() || END.matcher(line).find();
      if (isTagged() && ends && BEGIN.matcher(lines).results().count() > 1) {
        throw new BadInputException("each <top> must begin a line, got " + line);
      }
      return ends;
    }

    boolean isTagged() {
      return isTagged(lines.toString());
    }

    private static boolean isTagged(String line) {
      return BEGIN.matcher(line.stripLeading()).lookingAt();
    }

    String text() {
      return lines.toString().stripTrailing();
    }
  }
}

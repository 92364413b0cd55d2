// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.lucene.document.Document;
import org.neardup.index.CollapsingIndexWriter;
import org.neardup.index.DecidedDocument;
import org.neardup.index.PreparedDocument;
import org.neardup.tools.analysis.WantedFields;
import org.neardup.tools.console.Counted;
import org.neardup.tools.console.ExitCode;
import org.neardup.tools.console.OneLine;
import org.neardup.tools.console.Progress;
import org.neardup.tools.console.ToolException;
import org.neardup.tools.index.RunCounts.Event;
import org.neardup.tools.input.BadInputException;
import org.neardup.tools.input.InputDocument;
import org.neardup.tools.input.Inputs;
import org.neardup.tools.input.Problems;
import org.neardup.tools.input.RawDocument;
import org.neardup.tools.pipeline.Batches;
import org.neardup.tools.pipeline.BoundedTasks;
import org.neardup.tools.pipeline.OrderedPipeline.Intake;
import org.neardup.tools.pipeline.SeenIds;

/**
 * Adds the documents of some inputs to an open index. Parsing, sketching and writing run on several
 * threads, decisions in the order of the input.
 *
 * <p>Each commit but the last holds how far the input was read. A later run of the same command
 * reads those documents again, so that it knows what this one did, and decides on those that come
 * after. For one run.
 */
final class IndexRun implements Closeable {
  private final Options options;
  private final CollapsingIndexWriter writer;
  private final RunEvents events;
  private final EarlierPages earlier;
  private final Problems problems;
  private final BoundedTasks writing;
  private final SeenIds seen = new SeenIds();
  private final long now = System.currentTimeMillis();
  private volatile InputProgress before = InputProgress.NONE; // of the run that this one resumes
  private InputProgress read = InputProgress.NONE;
  private InputProgress resumable = InputProgress.NONE;
  private long uncommittedBytes;

  /**
   * How documents are added.
   *
   * @param textFields whose values are words
   * @param wanted fields that some document must have
   * @param writesAtOnce whether a document is written before the next one is decided on
   * @param bytesPerCommit of documents; {@link Long#MAX_VALUE} for one commit at the end, which a
   *     run without documents, or without a wanted field, does not reach
   * @param ending whether to end before everything is read
   * @param userData of each commit, besides how far the input was read
   */
  record Options(
      List<String> textFields,
      WantedFields wanted,
      int threads,
      boolean writesAtOnce,
      long bytesPerCommit,
      BooleanSupplier ending,
      Map<String, String> userData) {

    /** Whether a later run may resume this one. */
    boolean isResumable() {
      return bytesPerCommit < Long.MAX_VALUE;
    }
  }

  /** A document, and whether an earlier run decided on it. */
  private record Read(RawDocument raw, boolean isDecided) {}

  /** Why a document is not indexed. */
  private record Problem(Event event, String reason) {}

  /** What a worker makes of a document: ready to be decided on, unless there is a problem. */
  private record Ready(
      Read read, InputDocument input, int hash, PreparedDocument prepared, Problem problem) {
    String where() {
      return read.raw().where();
    }

    int bytes() {
      return read.raw().bytes();
    }
  }

  /** A document that is to be written. */
  private record Placed(String where, DecidedDocument decided) {}

  IndexRun(
      Options options,
      CollapsingIndexWriter writer,
      RunEvents events,
      EarlierPages earlier,
      Problems problems) {
    this.options = options;
    this.writer = writer;
    this.events = events;
    this.earlier = earlier;
    this.problems = problems;
    writing = new BoundedTasks(options.threads());
  }

  /** Commits the settings of a new index, by which what a killed run leaves is known to be one. */
  void commitSettings() throws IOException {
    writer.setCommitData(options.userData());
    writer.commit();
  }

  /**
   * Adds and writes all documents, or those until it is to end.
   *
   * @param interrupted how far the last run read its input, if it was interrupted; this one resumes
   *     it if its input begins with the same document
   */
  void addAll(Inputs inputs, InputProgress interrupted, Progress progress)
      throws IOException, InterruptedException {
    before = interrupted;
    Batches.<Read, Ready>run(
        options.threads(),
        intake -> read(inputs, intake),
        each -> each.raw().bytes(),
        this::prepare,
        batch -> take(batch, progress),
        options.ending());
    if (read.documents() < before.documents() && !options.ending().getAsBoolean()) {
      throw otherInput();
    }
    flush();
  }

  /** How far the run that this one resumed had read the input. */
  InputProgress before() {
    return before;
  }

  private void read(Inputs inputs, Intake<Read> intake) throws InterruptedException {
    long[] number = {0};
    inputs.read(
        raw -> {
          RawDocument next = number[0] == 0 && before.documents() > 0 ? first(raw) : raw;
          intake.accept(new Read(next, number[0]++ < before.documents()));
        });
  }

  /** It tells whether this may be the command that was interrupted. */
  private RawDocument first(RawDocument raw) {
    InputDocument input = null;
    BadInputException problem = null;
    try {
      input = raw.parser().parse();
    } catch (BadInputException e) {
      problem = e;
    }
    if (InputProgress.hash(input) != before.first()) {
      before = InputProgress.NONE;
    }
    return parsed(raw, input, problem);
  }

  /** As a document is parsed once. */
  private static RawDocument parsed(
      RawDocument raw, InputDocument input, BadInputException problem) {
    return new RawDocument(
        raw.where(),
        raw.bytes(),
        mainText -> {
          if (problem != null) {
            throw problem;
          }
          return input;
        });
  }

  private Ready prepare(Read each) throws IOException {
    InputDocument input = null;
    try {
      input = each.raw().parser().parse();
      Document document = Fields.document(input, options.textFields(), now);
      int hash = InputProgress.hash(input);
      return each.isDecided()
          ? new Ready(each, input, hash, null, null)
          : prepare(each, input, hash, document);
    } catch (BadInputException | IllegalArgumentException e) {
      Problem problem = new Problem(new Event.Failed(), e.getMessage());
      return new Ready(each, input, InputProgress.hash(input), null, problem);
    }
  }

  private Ready prepare(Read each, InputDocument input, int hash, Document document)
      throws IOException {
    try {
      return new Ready(each, input, hash, writer.prepare(document), null);
    } catch (IllegalArgumentException e) {
      Problem problem = new Problem(new Event.Refused(), e.getMessage());
      return new Ready(each, input, hash, null, problem);
    }
  }

  private void take(List<Ready> batch, Progress progress) throws IOException, InterruptedException {
    List<Placed> placed = new ArrayList<>();
    long bytes = 0;
    for (Ready ready : batch) {
      progress.step(ready.bytes());
      DecidedDocument decided = take(ready);
      if (decided != null) {
        placed.add(new Placed(ready.where(), decided));
      }
      bytes += ready.read().isDecided() ? 0 : ready.bytes();
    }
    writing.add(bytes, () -> write(placed));
    uncommittedBytes += bytes;
    if (uncommittedBytes >= options.bytesPerCommit()) {
      commitToResume();
    }
  }

  /** Decides on a document; null if there is nothing to write. */
  private DecidedDocument take(Ready ready) throws IOException {
    read = read.after(ready.hash());
    // Ctrl-C ends what pipes its output here, too, and may leave half of a line.
    resumable = ready.input() == null ? resumable : read;
    boolean isDecided = ready.read().isDecided();
    if (isDecided && read.documents() == before.documents() && !read.isOfSame(before)) {
      throw otherInput();
    }
    if (ready.problem() != null) {
      events.add(ready.problem().event());
      problems.add(ready.where(), ready.problem().reason());
      return null;
    }
    InputDocument input = ready.input();
    if (earlier.stayInsteadOf(input)) {
      if (!isDecided) {
        problems.note(
            ready.where() + ": note: " + OneLine.of(EarlierPages.reason(input)) + " stays",
            "earlier capture stays");
      }
      return null;
    }
    boolean isRepeated = !seen.add(input.id());
    if (options.wanted().isMissing()) {
      options.wanted().see(input.names());
    }
    if (isDecided) {
      return null;
    }
    problems.notes(ready.where(), input.notes());
    if (isRepeated) {
      problems.note(
          ready.where()
              + ": note: id "
              + OneLine.of(input.id())
              + " was there before; this document replaces it",
          "id was there before");
    }
    return decide(ready);
  }

  private DecidedDocument decide(Ready ready) throws IOException {
    PreparedDocument prepared = ready.prepared();
    try {
      DecidedDocument decided = writer.decide(prepared);
      events.decided(prepared.id(), new Event.Accepted(ready.bytes(), prepared.elementCount() > 0));
      if (!options.writesAtOnce()) {
        return decided;
      }
      decided.write();
    } catch (IllegalArgumentException e) {
      refuse(ready.where(), e);
    }
    return null;
  }

  private Void write(List<Placed> placed) throws IOException {
    for (Placed each : placed) {
      each.decided().writeLater(e -> refuse(each.where(), e));
    }
    return null;
  }

  private void refuse(String where, IllegalArgumentException refusal) {
    events.add(new Event.Refused());
    problems.add(where, refusal.getMessage());
  }

  /** Commits what was read, if it may be durable whatever comes after it. */
  void commitToResume() throws IOException, InterruptedException {
    if (!options.isResumable() || options.wanted().isMissing()) {
      return;
    }
    flush();
    if (writer.statistics().arrived().documents() > 0) {
      long refused = before.refused() + events.counts().refused();
      Map<String, String> userData = new HashMap<>(options.userData());
      userData.putAll(resumable.withRefused(refused).userData());
      writer.setCommitData(userData);
      writer.commit();
      uncommittedBytes = 0;
    }
  }

  /** Has the next commit be the last one, with nothing to resume. */
  void finish() throws IOException {
    writer.setCommitData(options.userData());
  }

  /** Writes on all threads what a commit would write on one. */
  private void flush() throws IOException, InterruptedException {
    writing.finish(); // what is held back after the last flush would be refused unheard
    for (int i = 0; i < options.threads(); i++) {
      writing.add(0, writer::flushNextBuffer);
    }
    writing.finish();
  }

  private ToolException otherInput() throws IOException {
    commitSettings();
    return new ToolException(
        ExitCode.INDEX,
        "the input does not begin with the "
            + Counted.of(before.documents(), "document")
            + " that the interrupted run read; nothing was added; the same command now adds all");
  }

  @Override
  public void close() {
    writing.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.neardup.compare.Guard;
import org.neardup.compare.ResemblanceRule;
import org.neardup.compare.TextSketcher;
import org.neardup.group.CollapsedRanking;
import org.neardup.group.CollapsedRanking.Place;
import org.neardup.group.CollapsedRanking.Ranked;
import org.neardup.index.CollapseConfig;
import org.neardup.internal.compare.PortableSketch;
import org.neardup.internal.compare.SketchComparer;
import org.neardup.internal.compare.SketchParameters;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.index.Sketching;

/** One version of each content over hits of any engines, which are sent as JSON. */
record CollapsedLists() implements Handler {
  private static final int MAX_HITS = 10_000;

  /**
   * What is sent. Component names are the keys of the JSON.
   *
   * @param threshold null for that of the index
   * @param guards by name; null for those of the sketches, or of the index for texts
   * @param top hits to show at most; null for all
   */
  private record Request(
      List<List<Hit>> lists, Double threshold, List<String> guards, Integer top) {}

  /**
   * A hit.
   *
   * @param score null for its rank
   * @param sketch as {@link PortableSketch}; null if the text is given, or there is none
   */
  private record Hit(String id, Double score, String sketch, String text) {}

  /** A hit whose sketch was read, or made of its text. */
  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  private record Sketched(Hit hit, byte[] sketch) {}

  /** The answer. Component names are the keys of the JSON. */
  private record Collapsed(int total, List<Shown> hits) {}

  private record Shown(String id, int list, int rank, List<Version> versions) {}

  private record Version(String id, int list, int rank, double resemblance) {}

  @Override
  public Input takes() {
    return Input.JSON;
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    Request request = checked(parameters.json(Request.class, "lists"));
    Sketching sketching = Sketching.of(index);
    double threshold =
        request.threshold == null ? sketching.config().threshold() : request.threshold;
    if (!(threshold > 0 && threshold <= 1)) {
      throw Parameters.mistake("threshold must be above 0 and at most 1, got " + threshold);
    }
    Sketching guarded = guarded(request, sketching);
    SketchParameters common = common(request, guarded.sketcher());
    List<List<Sketched>> lists = new ArrayList<>();
    for (List<Hit> list : request.lists) {
      List<Sketched> sketched = new ArrayList<>();
      for (Hit hit : list) {
        sketched.add(new Sketched(hit, sketch(hit, common, guarded)));
      }
      lists.add(sketched);
    }
    boolean haveScores = hits(request).stream().allMatch(hit -> hit.score != null);
    ResemblanceRule rule = ResemblanceRule.sketch(threshold);
    List<Place<Ranked<Sketched>>> places =
        CollapsedRanking.merge(
            lists, Sketched::sketch, haveScores ? each -> each.hit.score : null, common, rule);
    SketchComparer comparer = new SketchComparer(common, rule);
    int top = request.top == null ? places.size() : Math.min(request.top, places.size());
    return Answer.json(
        200,
        new Collapsed(
            places.size(),
            places.subList(0, top).stream().map(place -> shown(place, comparer)).toList()));
  }

  private static Sketching guarded(Request request, Sketching sketching) throws IOException {
    if (request.guards == null) {
      return sketching;
    }
    List<String> names = request.guards.stream().map(String::valueOf).toList();
    CollapseConfig guarded =
        Parameters.checked(
            "",
            () -> {
              List<Guard> guards = Guard.ofTexts(names.stream().map(Guard::parse).toList());
              return sketching.config().withGuards(guards.toArray(Guard[]::new));
            });
    NeardupIndex index = sketching.index();
    return new Sketching(index, guarded, guarded.textSketcher(index.analyzer()));
  }

  private static Request checked(Request request) {
    if (request == null
        || request.lists == null
        || request.lists.stream().anyMatch(Objects::isNull)) {
      throw Parameters.mistake("lists must be lists of hits, got none");
    }
    if (request.top != null && request.top < 1) {
      throw Parameters.mistake("top must be at least 1, got " + request.top);
    }
    List<Hit> hits = hits(request);
    if (hits.size() > MAX_HITS) {
      throw Parameters.mistake(
          "lists must have at most " + MAX_HITS + " hits in all, got " + hits.size());
    }
    for (Hit hit : hits) {
      if (hit == null || hit.id == null || (hit.sketch != null && hit.text != null)) {
        throw Parameters.mistake("a hit must have an id, and a sketch or a text, got " + hit);
      }
    }
    return request;
  }

  private static List<Hit> hits(Request request) {
    return request.lists.stream().flatMap(Collection::stream).toList();
  }

  /** What all sketches must have in common: that of the sketcher if there is a text. */
  private static SketchParameters common(Request request, TextSketcher sketcher) {
    List<Hit> hits = hits(request);
    if (hits.stream().anyMatch(hit -> hit.text != null)) {
      return sketcher.parameters();
    }
    SketchParameters common =
        hits.stream()
            .filter(hit -> hit.sketch != null)
            .findFirst()
            .map(hit -> parse(hit).parameters())
            .orElse(sketcher.parameters());
    List<String> guards = sketcher.parameters().guards();
    if (request.guards != null && !common.guards().equals(guards)) {
      throw Parameters.mistake(
          "guards must be those of the sketches, " + common.guards() + ", got " + guards);
    }
    return common;
  }

  private static byte[] sketch(Hit hit, SketchParameters common, Sketching sketching)
      throws IOException {
    if (hit.text != null) {
      return sketching.sketch(hit.text, 0).value();
    } else if (hit.sketch == null) {
      return null;
    }
    PortableSketch portable = parse(hit);
    try {
      common.requireSame(portable.parameters());
    } catch (IllegalArgumentException e) {
      throw Parameters.mistake("hit " + hit.id + ": " + e.getMessage());
    }
    return portable.sketch().bytes;
  }

  private static PortableSketch parse(Hit hit) {
    return Parameters.checked(
        "sketch of hit " + hit.id + ": ", () -> PortableSketch.parse(hit.sketch));
  }

  private static Shown shown(Place<Ranked<Sketched>> place, SketchComparer comparer) {
    Ranked<Sketched> shown = place.hit();
    List<Version> versions =
        place.versions().stream()
            .map(
                version ->
                    new Version(
                        version.hit().hit.id,
                        version.list(),
                        version.rank(),
                        comparer.estimated(shown.hit().sketch, version.hit().sketch).value()))
            .toList();
    return new Shown(shown.hit().hit.id, shown.list(), shown.rank(), versions);
  }
}

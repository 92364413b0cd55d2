// SPDX-License-Identifier: Apache-2.0
package org.neardup.tools.serve;

import java.io.IOException;
import org.neardup.tools.index.NeardupIndex;
import org.neardup.tools.report.Survey;
import org.neardup.tools.report.ThresholdSweep;

/**
 * What is in the index, and where to look first. The numbers cost little; the rest is computed once
 * for each commit, when the server starts or when somebody asks.
 */
record FirstPage(Site site, PerCommit<Cost, Survey> surveys) implements Handler {
  /** Where the whole page is, however long that takes. */
  static final String WHOLE = "/overview";

  /** What to wait for. */
  enum Cost {
    LITTLE,
    ALL
  }

  /** Computes nothing yet. */
  static FirstPage of(Site site) {
    return new FirstPage(
        site,
        new PerCommit<>(
            Cost.values().length,
            (index, cost) ->
                cost == Cost.ALL ? Survey.of(index, site.cards()) : Survey.counted(index)));
  }

  @Override
  public void prepare(NeardupIndex index) throws IOException {
    surveys.of(index, Cost.ALL);
  }

  @Override
  public Answer answer(NeardupIndex index, Parameters parameters) throws IOException {
    return answer(index, parameters.only("threshold"), surveys.of(index, Cost.ALL));
  }

  /** The same with what is known by now. */
  Answer answerNow(NeardupIndex index, Parameters parameters) throws IOException {
    Survey known = surveys.ifComputed(index, Cost.ALL);
    return answer(index, parameters, known == null ? surveys.of(index, Cost.LITTLE) : known);
  }

  private Answer answer(NeardupIndex index, Parameters parameters, Survey survey) {
    double threshold = parameters.resemblance("threshold", index.config().threshold());
    return Answer.page(
        200, "serve/first.jte", new View(Heading.of(site), survey, survey.nearest(threshold)));
  }

  /**
   * The first page.
   *
   * @param chosen the threshold to tell about; null if there are none
   */
  record View(Heading heading, Survey survey, ThresholdSweep.Point chosen) {}
}

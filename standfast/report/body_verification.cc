// The part of a corpus's section that only runs of verification have.
#include <fmt/format.h>

#include "standfast/report/body.h"
#include "standfast/report/drop_tests.h"

namespace standfast::report {

void Body::verification_part(const RunRecords& run, const Summary& summary,
                             const std::vector<ForensicCell>& forensic, size_t corpus, double level) {
  const auto& info = run.corpora[corpus];
  // What the figures rest on.
  uint64_t cells = 0, pairs = 0;
  bool thresholds = false, answers = false;
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != info.name) continue;
    ++cells;
    pairs += cell.predictions.value.size();
    thresholds |= cell.p1 && cell.p2;
    answers |= !(summary.chance_model && run.models[*summary.chance_model].name == cell.model);
  }
  const std::string n = fmt::format("n: {} in {}", plural(pairs, "scored test pair"), plural(cells, "cell"));
  if (cells > 0) {
    figure(
        "folds", corpus, "Scores fold by fold",
        fmt::format(
            "Each dot is the test score of one fold; the tick is their mean, the bar its {} interval. "
            "Where the dots of two conditions do not overlap, the difference is more than one odd fold. {}.",
            percent(level), n));
  }
  if (answers) {
    figure("roc", corpus, "ROC curves",
           fmt::format(
               "How many same-author pairs are found for how many false alarms, over all thresholds; the "
               "dotted line is guessing. The pairs of all folds are pooled, so the area need not equal the "
               "mean AUC of the table. {}.",
               n));
    figure("distributions", corpus, "Score distributions",
           fmt::format(
               "Where the scores of same-author and of different-author pairs lie, as shares of each class. "
               "Scores of exactly 0.5 are non-answers and are counted in the corner.{} {}.",
               thresholds ? " Calibration moves raw scores up to p1 below 0.49 and those from p2 on above "
                            "0.51: the dashed lines, with the mean raw thresholds of the folds."
                          : "",
               n));
    if (thresholds)
      figure("thresholds", corpus, "Calibration thresholds",
             "p1 (ring) and p2 (disc) of every fold on the model's raw score. Between them the model does "
             "not answer. "
             "Thresholds that wander from fold to fold mean that the score's scale depends on the topics.");
    figure("reliability", corpus, "Reliability",
           fmt::format(
               "Of the pairs with a score around x, the share that one author wrote. On the diagonal a score "
               "can be read as a probability; dots grow with the number of pairs, bars are {} intervals that "
               "take "
               "pairs as independent. {}.",
               percent(level), n));
  }
  if (const auto table = drop_test_table(run, summary, corpus, level)) add(*table);
  if (answers) forensic_section(run, summary, forensic, corpus, level);
}

}  // namespace standfast::report

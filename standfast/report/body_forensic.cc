// The part of a corpus's section that speaks of likelihood ratios and of reliability by topic.
#include <fmt/format.h>

#include "standfast/report/body.h"
#include "standfast/report/escape.h"
#include "standfast/report/topic_reliability.h"

namespace standfast::report {

void Body::forensic_section(const RunRecords& run, const Summary& summary,
                            const std::vector<ForensicCell>& forensic, size_t corpus, double level) {
  const auto topics = topic_reliability(run, summary, corpus, level);
  if (!topics.empty()) {
    figure(
        "topic-reliability", corpus, "Reliability by topic",
        "As above, topic by topic, in five bins of equal count. Where the lines of one model part ways from "
        "topic to topic, one threshold or one probability does not fit all topics. A pair on two topics "
        "counts "
        "for both.");
    add_hidden(topic_reliability_table(run, topics, corpus, level));
  }

  html_ += "<h3 class=\"part\">Likelihood ratios</h3>\n";
  add(forensic_table(run, forensic, corpus, level));
  html_ += "<details open><summary>In words</summary><ul class=\"words\">";
  for (const auto& sentence : forensic_words(run, summary, forensic, corpus))
    html_ += fmt::format("<li>{}</li>", escape_html(sentence));
  html_ += "</ul></details>\n";
  bool any = false;
  uint64_t pairs = 0;
  for (const auto& cell : forensic)
    if (cell.corpus == corpus && summary.chance_model != cell.model && cell.scores[0].value) {
      any = true;
      pairs += cell.n_used;
    }
  if (!any) return;
  const std::string n = fmt::format("n: {} calibrated test pairs", grouped(pairs));
  figure("llr", corpus, "Likelihood ratios of the two kinds of pairs",
         fmt::format(
             "Where the log10 LRs of same-author and of different-author pairs lie. What is filled in is "
             "misleading: same-author pairs left of 0, different-author pairs right of it. {}.",
             n));
  figure("tippett", corpus, "Tippett plots",
         fmt::format(
             "The share of pairs whose log10 LR is at least x. At 0 one reads off the misleading evidence: "
             "the same-author curve should still be at 100 % there, the different-author curve at 0. The "
             "bands hold {} of resampled authors. {}.",
             percent(level), n));
  figure("ece", corpus, "Empirical cross-entropy",
         fmt::format(
             "What is left to know about a pair, in bits, once its LR is known, over the odds one starts "
             "with. The system should lie below the neutral line, which knows nothing; where it lies above, "
             "its LRs do harm. The gap to the dashed line is for want of calibration. At 0, even odds, it is "
             "Cllr. The band holds {} of resampled authors. {}.",
             percent(level), n));
}

}  // namespace standfast::report

#include "standfast/simulate/design_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/simulate/simulated_judgements.h"

namespace standfast::simulate {
namespace {

// Sums over the corpora of one set.
struct SetSums {
  double hits = 0, n = 0;
};

// Returns the ratio of two sums over sets, with the standard error of a ratio (delete-a-group linearisation).
MonteCarlo ratio(const std::vector<SetSums>& sets) {
  MonteCarlo out;
  double hits = 0, n = 0;
  for (const auto& set : sets) {
    hits += set.hits;
    n += set.n;
  }
  out.n = static_cast<uint64_t>(n);
  if (n == 0) return out;
  out.share = hits / n;
  if (sets.size() < 2) return out;
  double squares = 0;
  for (const auto& set : sets) squares += std::pow(set.hits - out.share * set.n, 2);
  const auto count = static_cast<double>(sets.size());
  out.error = std::sqrt(squares * count / (count - 1)) / n;
  return out;
}

struct Corpora {
  uint32_t sets = 0, blocks = 0;
  std::vector<std::vector<Judgement>> judged;  // by corpus, set by set; judgements in one order everywhere
  const std::vector<Judgement>& at(uint32_t set, uint32_t block) const {
    return judged[size_t{set} * blocks + block];
  }
};

struct Values {
  DesignQuestion question;
  std::vector<double> value, base;  // by corpus
  double grand = 0;                 // sum of values / sum of bases
  // A corpus's contribution to the mean: its value, or for a ratio the amount by which it moves the ratio.
  std::vector<double> part;
  std::optional<double> truth() const {
    return question.truth || !question.has_mean ? question.truth : std::optional(grand);
  }
  // Returns the mean of the other corpora of its set, moved a little towards the corpus itself. Without that
  // move the mean, which is only an estimate, would lie farther from the corpus than the truth does. With it
  // the distance to the mean has the same variance as the distance to the truth.
  std::optional<double> these_authors(uint32_t set, uint32_t block, uint32_t blocks) const {
    if (question.truth) return question.truth;
    if (blocks < 2 || !question.has_mean) return std::nullopt;
    double sum = 0, bases = 0;
    for (uint32_t b = 0; b < blocks; ++b)
      if (b != block) {
        sum += value[size_t{set} * blocks + b];
        bases += base[size_t{set} * blocks + b];
      }
    const size_t at = size_t{set} * blocks + block;
    const double own = value[at] / base[at], others = sum / bases;
    return own + std::sqrt((blocks - 1.0) / blocks) * (others - own);
  }
};

Values values_of(const Corpora& corpora, size_t judgement) {
  Values out;
  const Judgement& first = corpora.judged.front()[judgement];
  out.question.name = first.question;
  out.question.is_null = first.is_null;
  out.question.truth = first.truth;
  double sum = 0, bases = 0;
  for (const auto& judged : corpora.judged) {
    out.value.push_back(judged[judgement].value);
    out.base.push_back(judged[judgement].base);
    sum += out.value.back();
    bases += out.base.back();
  }
  const auto n = static_cast<double>(out.value.size()), blocks = static_cast<double>(corpora.blocks),
             sets = static_cast<double>(corpora.sets);
  out.grand = sum / bases;
  double squares = 0;
  for (const double base : out.base) squares += std::pow(base - bases / n, 2);
  // A report gives no share either if the lead is below three standard errors. Bases of other questions are
  // all 1.
  out.question.has_mean = bases > 0 && bases >= 3 * std::sqrt(squares * n / std::max(n - 1, 1.0));
  for (size_t i = 0; i < out.value.size(); ++i)
    out.part.push_back(out.grand + (out.value[i] - out.grand * out.base[i]) * n / bases);
  out.question.mean = out.grand;
  double within = 0, between = 0;
  for (uint32_t set = 0; set < corpora.sets; ++set) {
    double mean = 0;
    for (uint32_t b = 0; b < corpora.blocks; ++b) mean += out.part[size_t{set} * corpora.blocks + b] / blocks;
    for (uint32_t b = 0; b < corpora.blocks; ++b)
      within += std::pow(out.part[size_t{set} * corpora.blocks + b] - mean, 2);
    between += std::pow(mean - out.grand, 2);
  }
  if (corpora.blocks < 2) {
    out.question.sd = sets > 1 ? std::sqrt(between / (sets - 1)) : 0;
    return out;
  }
  within /= sets * (blocks - 1);
  out.question.sd = std::sqrt(within);
  if (sets > 1) out.question.sd_sets = std::sqrt(std::max(0.0, between / (sets - 1) - within / blocks));
  return out;
}

DesignError error_of(const Corpora& corpora, size_t judgement, const Values& values, double alpha) {
  const Judgement& first = corpora.judged.front()[judgement];
  DesignError error;
  error.question = first.question;
  error.method = first.method;
  error.shown_by_report = first.shown_by_report;
  std::vector<SetSums> rejects(corpora.sets), holds(corpora.sets), holds_all(corpora.sets),
      shown(corpora.sets);
  double width = 0, intervals = 0;
  for (uint32_t set = 0; set < corpora.sets; ++set)
    for (uint32_t block = 0; block < corpora.blocks; ++block) {
      const Judgement& one = corpora.at(set, block)[judgement];
      // An undefined test counts as a test that has found nothing.
      rejects[set].n += 1;
      rejects[set].hits += one.p.value_or(1) <= alpha;
      shown[set].n += 1;
      shown[set].hits += one.interval || one.p;
      if (!one.interval) continue;
      const auto holds_truth = [&](double truth) {
        return one.interval->low <= truth && truth <= one.interval->high;
      };
      width += one.interval->high - one.interval->low;
      intervals += 1;
      if (const auto truth = values.these_authors(set, block, corpora.blocks)) {
        holds[set].n += 1;
        holds[set].hits += holds_truth(*truth);
      }
      if (const auto truth = values.truth()) {
        holds_all[set].n += 1;
        holds_all[set].hits += holds_truth(*truth);
      }
    }
  if (first.question_is_difference && values.question.is_null) error.rejects = ratio(rejects);
  error.shown = ratio(shown);
  if (intervals == 0) return error;
  if (auto share = ratio(holds); share.n > 0) error.holds = share;
  if (auto share = ratio(holds_all); share.n > 0) error.holds_all = share;
  error.width = width / intervals;
  return error;
}

// Applies Holm's correction over the questions whose truth is 0, each by the test that the report uses, and
// counts how often any of them is called significant.
std::optional<DesignError> holm_error(const Corpora& corpora, double alpha) {
  std::vector<SetSums> rejects(corpora.sets);
  size_t family = 0;
  for (uint32_t set = 0; set < corpora.sets; ++set)
    for (uint32_t block = 0; block < corpora.blocks; ++block) {
      std::vector<double> p;
      size_t members = 0;
      for (const auto& one : corpora.at(set, block))
        if (one.truth == 0.0 && one.question_is_difference && one.shown_by_report) {
          ++members;
          if (one.p) p.push_back(*one.p);
        }
      family = std::max(family, members);
      const auto corrected = holm(p);
      rejects[set].n += 1;
      rejects[set].hits +=
          std::any_of(corrected.begin(), corrected.end(), [&](double one) { return one <= alpha; });
    }
  if (family < 2) return std::nullopt;
  DesignError error;
  error.question = "any";
  error.method = "holm";
  error.shown_by_report = true;
  error.rejects = ratio(rejects);
  return error;
}

}  // namespace

const DesignError* DesignErrors::find(std::string_view question, std::string_view method) const {
  for (const auto& error : errors)
    if (error.question == question && error.method == method) return &error;
  return nullptr;
}

Result<DesignErrors> design_errors(const SyntheticDesign& given, const DesignErrorOptions& options,
                                   Sink& sink) {
  SyntheticDesign design = given;
  design.table = without_empty(given.table);
  if (options.sets < 1 || options.blocks < 1) return usage_error("there are no corpora to simulate");
  if (!(options.level > 0 && options.level < 1))
    return usage_error(
        fmt::format("the level of an interval must lie between 0 and 1; {} does not", options.level));
  Corpora corpora;
  corpora.sets = options.sets;
  corpora.blocks = options.blocks;
  corpora.judged.resize(size_t{options.sets} * options.blocks);
  std::vector<Status> done(options.sets);
  // Sets are taken in portions, so that progress can be reported between them.
  const size_t share = std::max<size_t>(static_cast<size_t>(options.threads) * 4, options.sets / 50);
  for (size_t begin = 0; begin < options.sets; begin += share) {
    sink.progress("simulating corpora", begin, options.sets);
    parallel_for(std::min<size_t>(share, options.sets - begin), options.threads, [&](size_t i) {
      const size_t set = begin + i;
      const auto made = synthetic_corpora(design, set, options.blocks);
      if (!made) {
        done[set] = Failure(made.error());
        return;
      }
      const auto judge = design.verifies ? judge_verification : judge_classification;
      for (uint32_t block = 0; block < options.blocks && done[set]; ++block) {
        auto judged = judge(design, (*made)[block], options.level, options.resamples);
        if (judged)
          corpora.judged[set * options.blocks + block] = std::move(*judged);
        else
          done[set] = Failure(judged.error());
      }
    });
    for (size_t set = begin; set < std::min<size_t>(begin + share, options.sets); ++set) SF_TRY(done[set]);
  }
  sink.progress("simulating corpora", options.sets, options.sets);

  DesignErrors result;
  result.corpora = corpora.judged.size();
  result.documents = design.table.total();
  result.topics = design.table.topics.size();
  result.authors = design.table.authors.size();
  const double alpha = 1 - options.level;
  std::map<std::string, Values> values;
  for (size_t j = 0; j < corpora.judged.front().size(); ++j) {
    const std::string& question = corpora.judged.front()[j].question;
    if (!values.contains(question)) {
      values[question] = values_of(corpora, j);
      result.questions.push_back(values[question].question);
    }
    result.errors.push_back(error_of(corpora, j, values[question], alpha));
  }
  if (auto family = holm_error(corpora, alpha)) result.errors.push_back(std::move(*family));
  return result;
}

}  // namespace standfast::simulate

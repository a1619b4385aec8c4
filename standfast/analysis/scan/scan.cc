#include "standfast/analysis/scan/scan.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/base/parallel.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

Result<std::vector<std::string>> cue_columns(const Corpus& corpus, const ScanOptions& options) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (name != options.target && name != options.group) names.push_back(name);
  };
  for (const Role role : kRoles)
    if (role != Role::date && corpus.column(role) != nullptr) add(std::string(role_name(role)));
  for (const auto& attribute : corpus.attributes()) {
    // An attribute that no document has is no column, and a text is no value.
    const bool there =
        attribute.kind == AttributeKind::category ? corpus.require_named(attribute.name).has_value()
        : attribute.kind == AttributeKind::number ? corpus.require_number(attribute.name).has_value()
        : attribute.kind == AttributeKind::list   ? corpus.require_list(attribute.name).has_value()
                                                  : false;
    if (there) add(attribute.name);
  }
  for (const auto& name : options.without_columns) {
    if (std::erase(names, name) > 0) continue;
    const std::string hint = nearest_name(name, names);
    return usage_error(fmt::format("--without-column {}: the scan reads no column of this name{}", name,
                                   !hint.empty() ? fmt::format("; did you mean \"{}\"?", hint)
                                   : names.empty()
                                       ? " (there is none)"
                                       : fmt::format(" (there are: {})", fmt::join(names, ", "))));
  }
  return names;
}

}  // namespace

std::vector<uint32_t> Scan::examples(const CueFinding& finding, bool of_label, size_t most) const {
  std::vector<uint32_t> rows;
  for (const uint32_t i : cue(finding).documents) {
    if (rows.size() == most) break;
    if ((units.label[i] == finding.label) == of_label) rows.push_back(units.rows[i]);
  }
  return rows;
}

Result<Scan> scan_corpus(const Corpus& corpus, const ScanOptions& options) {
  Scan scan;
  SF_ASSIGN(scan.units, label_units(corpus, options.target, options.group, options.seed));
  SF_ASSIGN(scan.columns, cue_columns(corpus, options));
  SF_ASSIGN(scan.cues, Cues::of(corpus, scan.units.rows, scan.columns, options.cues));
  scan.tests = test_cues(scan.cues, scan.units, options.tests);
  const auto& findings = scan.tests.findings;
  scan.alone.resize(findings.size());
  const SingleCueRule alone(scan.units);
  parallel_for(
      findings.size(), options.tests.threads,
      [&](size_t k) { scan.alone[k] = alone.score(scan.cue(findings[k]).documents); }, 16);
  std::vector<bool> seen(scan.cues.all().size());
  for (uint32_t k = 0; k < findings.size(); ++k) {
    if (seen[findings[k].cue]) continue;
    seen[findings[k].cue] = true;
    scan.first_of_cue.push_back(k);
  }
  return scan;
}

namespace {

using Counts = std::vector<uint64_t>;  // by label

uint32_t most(const Counts& counts) {
  return static_cast<uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}
uint32_t greatest_share(const Counts& counts, const Counts& all) {
  uint32_t best = 0;
  double share = -1;
  for (uint32_t c = 0; c < counts.size(); ++c) {
    const double mine = all[c] == 0 ? 0 : static_cast<double>(counts[c]) / static_cast<double>(all[c]);
    if (mine > share) share = mine, best = c;
  }
  return best;
}

// Truth, answers and both, by label.
struct Answers {
  explicit Answers(size_t labels) : predicted(labels), right(labels) {}
  Counts predicted, right;
  void add(const Counts& documents, uint32_t answer) {
    for (const uint64_t count : documents) predicted[answer] += count;
    right[answer] += documents[answer];
  }
  double macro_f1(const Counts& truth) const {
    double sum = 0;
    for (size_t c = 0; c < truth.size(); ++c)
      if (const uint64_t both = truth[c] + predicted[c]; both > 0)
        sum += 2 * static_cast<double>(right[c]) / static_cast<double>(both);
    return sum / static_cast<double>(truth.size());
  }
};

}  // namespace

SingleCueRule::SingleCueRule(const LabelUnits& units) : units_(units) {
  const size_t labels = units.labels.size();
  for (auto& half : all_) half.resize(labels);
  for (uint32_t i = 0; i < units.size(); ++i) ++all_[units.half[i]][units.label[i]];
  if (!units.named_groups) return;
  in_group_.resize(size_t{units.groups} * labels);
  size_of_group_.resize(units.groups);
  half_of_group_.resize(units.groups);
  for (uint32_t i = 0; i < units.size(); ++i) {
    ++in_group_[units.group[i] * labels + units.label[i]];
    ++size_of_group_[units.group[i]];
    half_of_group_[units.group[i]] = units.half[i];  // groups are whole
  }
}

// Returns the interval over groups; nothing if all groups are alike: they show no spread.
std::optional<Interval> SingleCueRule::over_groups(std::span<const uint32_t> documents,
                                                   const Answer& answer) const {
  if (units_.groups < kFewestUnits) return {};
  const size_t labels = units_.labels.size();
  std::vector<double> right(units_.groups);
  for (uint32_t g = 0; g < units_.groups; ++g)
    right[g] = in_group_[g * labels + answer[half_of_group_[g]][1]];
  for (const uint32_t i : documents) {
    const auto& [with, without] = answer[units_.half[i]];
    right[units_.group[i]] += (units_.label[i] == with ? 1 : 0) - (units_.label[i] == without ? 1 : 0);
  }
  for (uint32_t g = 0; g < units_.groups; ++g) right[g] /= size_of_group_[g];
  if (std::ranges::adjacent_find(right, std::not_equal_to()) == right.end()) return {};
  auto interval = t_interval(weighted_moments(right, size_of_group_), StandardError::robust, 0.95);
  if (interval) *interval = {std::max(0.0, interval->low), std::min(1.0, interval->high)};
  return interval;
}

SingleCueScore SingleCueRule::score(std::span<const uint32_t> documents) const {
  const size_t labels = units_.labels.size();
  std::array<Counts, 2> with = {Counts(labels), Counts(labels)}, without = all_;
  for (const uint32_t i : documents) {
    ++with[units_.half[i]][units_.label[i]];
    --without[units_.half[i]][units_.label[i]];
  }
  Counts truth = all_[0];
  for (size_t c = 0; c < labels; ++c) truth[c] += all_[1][c];
  SingleCueScore score;
  score.n = units_.size();
  Answers by_share(labels), by_majority(labels);
  Answer answer = {};
  for (size_t made = 0; made < 2; ++made) {
    const size_t measured = 1 - made;
    answer[measured] = {most(with[made]), most(without[made])};
    score.right += with[measured][answer[measured][0]] + without[measured][answer[measured][1]];
    by_share.add(with[measured], greatest_share(with[made], all_[made]));
    by_share.add(without[measured], greatest_share(without[made], all_[made]));
  }
  score.majority_right = truth[most(truth)];
  by_majority.add(truth, most(truth));
  score.macro_f1 = by_share.macro_f1(truth);
  score.majority_macro_f1 = by_majority.macro_f1(truth);
  score.interval =
      units_.named_groups ? over_groups(documents, answer) : exact_interval(score.right, score.n, 0.95);
  return score;
}

namespace {

struct Seen {
  uint64_t occurrences = 0, in_addresses = 0, documents = 0;
  uint32_t last = ~uint32_t{0};
};

bool has_words(const CueName& cue) {
  return cue.kind == CueKind::words || cue.kind == CueKind::first_word || cue.kind == CueKind::last_word;
}

bool has_digit(std::string_view word) {
  for (size_t at = 0; at < word.size();)
    if (is_digit(next_code_point(word, at))) return true;
  return false;
}

// Returns the run of characters other than ASCII white space around [begin, end).
std::string_view run_around(std::string_view text, size_t begin, size_t end) {
  constexpr std::string_view kSpace = " \t\n\r\v\f";
  while (begin > 0 && kSpace.find(text[begin - 1]) == std::string_view::npos) --begin;
  while (end < text.size() && kSpace.find(text[end]) == std::string_view::npos) ++end;
  return text.substr(begin, end - begin);
}

bool is_address(std::string_view run) {
  const size_t dot = run.find('.');
  return run.find('@') != std::string_view::npos || run.find("://") != std::string_view::npos ||
         run.starts_with("www.") ||
         (dot != std::string_view::npos && run.find('/', dot) != std::string_view::npos);
}

// Replaces each word of a name by body(word).
template <class Body>
std::string with_words(std::string_view name, const Body& body) {
  std::string out;
  size_t done = 0;
  for_each_word(name, 1, [&](std::string_view word) {
    const auto at = static_cast<size_t>(word.data() - name.data());
    out += name.substr(done, at - done);
    out += body(word);
    done = at + word.size();
  });
  return out + std::string(name.substr(done));
}

// Returns the position where the words of a name begin: after "first word: " in "first word: honestly".
size_t begin_of_words(const CueName& cue) {
  return cue.kind == CueKind::words ? 0 : cue.name.size() - cue.word.size();
}

}  // namespace

void mask_private_words(const Corpus& corpus, Scan& scan) {
  std::map<std::string, Seen, std::less<>> words;
  const auto note = [&](const CueName& cue) {
    if (!has_words(cue)) return;
    for_each_word(std::string_view(cue.name).substr(begin_of_words(cue)), 1,
                  [&](std::string_view word) { words.try_emplace(std::string(word)); });
  };
  for (const auto& finding : scan.tests.findings) {
    note(scan.cue(finding));
    for (const auto& same : scan.cue(finding).also) note(same);
  }
  std::string lower;
  for (const uint32_t row : scan.units.rows) {
    const std::string_view text = corpus.text(row);
    for_each_word(text, 1, [&](std::string_view word) {
      lower_word(word, lower);
      const auto found = words.find(lower);
      if (found == words.end()) return;
      Seen& seen = found->second;
      ++seen.occurrences;
      const auto at = static_cast<size_t>(word.data() - text.data());
      seen.in_addresses += is_address(run_around(text, at, at + word.size())) ? 1 : 0;
      if (seen.last != row) ++seen.documents;
      seen.last = row;
    });
  }
  const auto shown = [&](std::string_view word) -> std::string {
    if (has_digit(word)) return "<number>";
    const auto found = words.find(word);
    if (found == words.end()) return std::string(word);  // from a cue that was not found
    const Seen& seen = found->second;
    if (2 * seen.in_addresses > seen.occurrences) return "<address>";
    return seen.documents < kFewDocuments ? "<rare>" : std::string(word);
  };
  scan.cues.rename([&](CueName& cue) {
    if (!has_words(cue)) return;
    const size_t begin = begin_of_words(cue);
    std::string masked = with_words(std::string_view(cue.name).substr(begin), shown);
    if (cue.kind != CueKind::words) cue.word = masked;
    cue.name.replace(begin, std::string::npos, masked);
  });
}

}  // namespace standfast

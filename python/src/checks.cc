// Bindings for checks of data, near duplicates and scan: the findings of `standfast check` and `standfast
// scan`.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "call.h"
#include "corpus_in.h"
#include "errors.h"
#include "options_in.h"
#include "register.h"
#include "split_in.h"
#include "standfast/analysis/check/data_checks.h"
#include "standfast/analysis/scan/cue_worth.h"
#include "standfast/analysis/scan/scan.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

DuplicateOptions near_options(double at, const std::string& tokens, bool near, int threads) {
  if (!(at >= 0.3 && at <= 1))
    refuse(ErrorKind::usage, fmt::format("--at {}: must be between 0.3 and 1", at));
  if (tokens != "runs" && tokens != "words")
    refuse(ErrorKind::usage, fmt::format("--tokens {}: there are runs and words", tokens));
  return {at, tokens == "runs" ? NearTokens::runs : NearTokens::words, near, threads_for(threads)};
}

struct Checked {
  std::vector<CheckedOne> all;
  std::optional<uint32_t> first_of_test;
  uint64_t too_short = 0;
};

// Runs the checks. test: a second corpus, or null; split: folds over the first, or null.
nb::dict check(const HeldCorpus& train, const HeldCorpus* test, const HeldSplit* split,
               const std::vector<std::string>& groups, const std::vector<std::string>& ignored, double at,
               const std::string& tokens, bool near, const std::vector<std::string>& joined, int threads) {
  if (split != nullptr) refuse_other_documents("split", split->splits.sample, split->documents, train.corpus);
  const DuplicateOptions options = near_options(at, tokens, near, threads);
  const Checked found = released([&](Sink&) -> Result<Checked> {
    SF_ASSIGN(const auto codes, known_data_codes(ignored));
    Checked checked;
    CheckedData data;
    std::optional<Corpus> store, store_of_test;  // forms are checked, not corrected
    const Corpus& given = train.as_given(store);
    if (test != nullptr) {
      SF_ASSIGN(data,
                checked_data(given, test->as_given(store_of_test), groups, options, nullptr, {}, joined));
      data.ids_are_made = !train.has_ids || !test->has_ids;
    } else {
      SF_ASSIGN(data, checked_data(given, split == nullptr ? std::vector<Fold>() : split->splits.split.folds,
                                   groups, options,
                                   split == nullptr ? std::span<const uint32_t>()
                                                    : std::span(split->splits.sample.group_of_topic)));
    }
    checked.first_of_test = data.first_of_test;
    checked.too_short = data.duplicates.too_short;
    checked.all = check_data_of(data, codes);
    return checked;
  });
  nb::list findings, checks;
  for (const auto& [check, is_ignored, outcome] : found.all) {
    nb::dict asked;
    asked["code"] = check->code;
    asked["name"] = check->name;
    asked["title"] = check->title;
    asked["severity"] = nb::str(std::string(severity_name(check->severity)).c_str());
    asked["of_sides"] = check->of_sides;
    asked["asked"] = !is_ignored && outcome.why_not.empty();
    asked["why_not"] = is_ignored ? std::string("ignored") : outcome.why_not;
    checks.append(asked);
    for (const auto& finding : outcome.findings) {
      std::vector<uint32_t> learned, tested;
      for (const uint32_t row : finding.rows)
        if (found.first_of_test && row >= *found.first_of_test)
          tested.push_back(row - *found.first_of_test);
        else
          learned.push_back(row);
      nb::dict one;
      one["code"] = check->code;
      one["name"] = check->name;
      one["severity"] = nb::str(std::string(severity_name(severity_of(*check, finding))).c_str());
      one["message"] = finding.message;
      one["counted"] = check->counted;
      one["count"] = finding.count;
      one["of"] = finding.of;
      one["values"] = finding.values;
      one["first"] = rows_of(learned);
      one["second"] = rows_of(tested);
      findings.append(one);
    }
  }
  nb::dict all;
  all["findings"] = findings;
  all["checks"] = checks;
  all["too_short"] = found.too_short;
  return all;
}

// Returns the pairs of texts that are near duplicates; with others, only pairs of a text and one of these.
// The result has three arrays, sorted by the first, then the second.
nb::tuple near_duplicates(const HeldCorpus& texts, const HeldCorpus* others, double at,
                          const std::string& tokens, int threads) {
  const DuplicateOptions options = near_options(at, tokens, true, threads);
  const auto first_of_others = static_cast<uint32_t>(texts.corpus.size());
  auto pairs = released([&](Sink&) -> Result<std::vector<SimilarPair>> {
    std::vector<std::string_view> all;
    for (uint32_t row = 0; row < texts.corpus.size(); ++row) all.push_back(texts.corpus.text(row));
    if (others != nullptr)
      for (uint32_t row = 0; row < others->corpus.size(); ++row) all.push_back(others->corpus.text(row));
    const Duplicates found = find_duplicates(all, options);
    if (!found.all_near)
      return data_error("there are too many near duplicates to list; a higher at= finds fewer");
    auto made = with_copies(found);
    if (others != nullptr)
      std::erase_if(made, [&](const SimilarPair& pair) {
        return pair.a >= first_of_others || pair.b < first_of_others;
      });
    std::ranges::sort(made, [](const SimilarPair& a, const SimilarPair& b) {
      return std::pair(a.a, a.b) < std::pair(b.a, b.b);
    });
    return made;
  });
  std::vector<int64_t> left, right;
  std::vector<double> similarity;
  for (const auto& pair : pairs) {
    left.push_back(pair.a);
    right.push_back(others == nullptr ? pair.b : pair.b - first_of_others);
    similarity.push_back(pair.similarity);
  }
  return nb::make_tuple(array_of(std::move(left)), array_of(std::move(right)),
                        array_of(std::move(similarity)));
}

nb::object points(const ScoreDrop& drop) {
  nb::dict one;
  one["points"] = 100 * drop.points;
  one["low"] = drop.interval ? nb::cast(100 * drop.interval->low) : nb::none();
  one["high"] = drop.interval ? nb::cast(100 * drop.interval->high) : nb::none();
  return one;
}

struct Scanned {
  Scan scan;
  std::optional<ClassifierWorth> worth;
  std::vector<uint32_t> asked;
};

nb::list scan(const HeldCorpus& held, const std::string& target, const std::string& group,
              const std::vector<std::string>& without, uint32_t words, uint64_t least, bool form, double q,
              const std::string& correction, uint32_t worth, const std::string& classifier, uint64_t seed,
              bool with_text, int threads) {
  if (!(q > 0 && q < 1)) refuse(ErrorKind::usage, "--q must be above 0 and below 1");
  if (least < 2) refuse(ErrorKind::usage, "--min-count must be at least 2");
  if (words > 8) refuse(ErrorKind::usage, "--words: runs of at most 8 words");
  if (correction != "bh" && correction != "by")
    refuse(ErrorKind::usage, fmt::format("--correction {}: there are bh and by", correction));
  const Scanned found = released([&](Sink& sink) -> Result<Scanned> {
    ScanOptions options;
    options.target = target;
    options.group = group;
    options.without_columns = without;
    options.cues = {words, least, form};
    options.tests = {q, correction == "by" ? Correction::benjamini_yekutieli : Correction::benjamini_hochberg,
                     threads_for(threads)};
    options.seed = seed;
    SF_ASSIGN(Scan made, scan_corpus(held.corpus, options));
    Scanned all{std::move(made), {}, {}};
    for (size_t k = 0; k < std::min<size_t>(worth, all.scan.first_of_cue.size()); ++k)
      all.asked.push_back(all.scan.tests.findings[all.scan.first_of_cue[k]].cue);
    const auto masked = [&] {
      if (!with_text) mask_private_words(held.corpus, all.scan);
      return std::move(all);
    };
    if (all.asked.empty()) return masked();
    SF_ASSIGN(const auto* entry, classifiers().find(classifier));
    SF_ASSIGN(const Options resolved, classifiers().resolve(entry->name, {}));
    SF_ASSIGN(all.worth, cue_worth(held.corpus, all.scan.units, all.scan.cues, all.asked,
                                   {.classifier = entry->name,
                                    .options = resolved,
                                    .seed = seed,
                                    .threads = options.tests.threads,
                                    .sink = &sink}));
    return masked();
  });
  nb::list list;
  for (size_t k = 0; k < found.scan.tests.findings.size(); ++k) {
    const CueFinding& one = found.scan.tests.findings[k];
    const Cue& cue = found.scan.cue(one);
    nb::dict row;
    row["cue"] = cue.name;
    row["kind"] = nb::str(std::string(kind_name(cue.kind)).c_str());
    row["label"] = found.scan.label(one);
    row["documents"] = one.documents();
    row["with_label"] = one.with;
    row["label_documents"] = one.of_label;
    row["groups"] = one.groups_with;
    row["z"] = one.z;
    row["log_odds"] = one.log_odds;
    row["p"] = one.p;
    row["q"] = one.q;
    row["stable"] = one.stable;
    row["accuracy_alone"] = found.scan.alone[k].accuracy();
    row["majority"] = found.scan.alone[k].majority();
    row["rows"] = rows_of(found.scan.examples(one, true, held.corpus.size()));
    row["worth"] = nb::none();
    const auto first = std::ranges::find(found.scan.first_of_cue, static_cast<uint32_t>(k));
    const auto place = static_cast<size_t>(first - found.scan.first_of_cue.begin());
    if (found.worth && place < found.asked.size() && found.worth->cues[place].measured) {
      const CueWorth& measured = found.worth->cues[place];
      nb::dict worth_of;
      worth_of["hint"] = nb::str(std::string(hint_name(measured.hint)).c_str());
      worth_of["blinded"] = points(measured.blinded);
      worth_of["retrained"] = points(measured.retrained);
      row["worth"] = worth_of;
    }
    list.append(row);
  }
  return list;
}

}  // namespace

void register_checks(nb::module_& module) {
  module.def("check", &check, nb::arg("train"), nb::arg("test").none(), nb::arg("split").none(),
             nb::arg("groups"), nb::arg("ignored"), nb::arg("at"), nb::arg("tokens"), nb::arg("near"),
             nb::arg("joined"), nb::arg("threads"));
  module.def("near_duplicates", &near_duplicates, nb::arg("texts"), nb::arg("others").none(), nb::arg("at"),
             nb::arg("tokens"), nb::arg("threads"));
  module.def("scan", &scan, nb::arg("corpus"), nb::arg("target"), nb::arg("group"), nb::arg("without"),
             nb::arg("words"), nb::arg("least"), nb::arg("form"), nb::arg("q"), nb::arg("correction"),
             nb::arg("worth"), nb::arg("classifier"), nb::arg("seed"), nb::arg("with_text"),
             nb::arg("threads"));
}

}  // namespace standfast::python

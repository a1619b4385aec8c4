#include "standfast/analysis/scan/cue_worth.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {
namespace {

// Returns the documents of a scan as a corpus, some of them edited; row i is document i.
Result<Corpus> edited_corpus(const Corpus& corpus, const LabelUnits& units, const Cue* cue) {
  CorpusBuilder builder(corpus.name());
  size_t next = 0;
  std::string text;
  for (uint32_t i = 0; i < units.size(); ++i) {
    const std::string_view plain = corpus.text(units.rows[i]);
    const bool has = cue != nullptr && next < cue->documents.size() && cue->documents[next] == i;
    if (has) {
      ++next;
      text = without_cue(plain, *cue);
    }
    SF_TRY(builder.add(corpus.id(units.rows[i]), has ? std::string_view(text) : plain, {}));
  }
  return std::move(builder).finish();
}

struct Folded {
  std::vector<std::vector<uint32_t>> train, test;  // documents
  std::vector<std::vector<uint32_t>> train_labels;
};

class Bench {
 public:
  Bench(const LabelUnits& units, const WorthOptions& options, const ClassifierCatalog::Entry& entry)
      : units_(units), options_(options), entry_(entry) {
    const auto part = dealt_groups(units, options.folds, options.seed, "scan/folds");
    folds_.train.resize(options.folds);
    folds_.test.resize(options.folds);
    folds_.train_labels.resize(options.folds);
    for (uint32_t i = 0; i < units.size(); ++i)
      for (uint8_t f = 0; f < options.folds; ++f) {
        (part[i] == f ? folds_.test : folds_.train)[f].push_back(i);
        if (part[i] != f) folds_.train_labels[f].push_back(units.label[i]);
      }
  }

  using Fits = std::vector<std::unique_ptr<Classifier>>;
  Result<Fits> fit(const Corpus& corpus) const {
    Fits fits(folds_.train.size());
    std::vector<Status> outcome(fits.size());
    parallel_for(fits.size(), options_.threads, [&](size_t f) { outcome[f] = fit_one(corpus, f, fits[f]); });
    for (auto& status : outcome) SF_TRY(std::move(status));
    return fits;
  }

  // Writes the answer of each document. If `asked` is given, only its documents are answered; others keep
  // their entry in `answers`.
  Status answer(const Fits& fits, const Corpus& corpus, const std::vector<bool>* asked,
                std::vector<uint32_t>& answers) const {
    std::vector<Status> outcome(fits.size());
    parallel_for(fits.size(), options_.threads, [&](size_t f) {
      std::vector<uint32_t> documents;
      for (const uint32_t i : folds_.test[f])
        if (asked == nullptr || (*asked)[i]) documents.push_back(i);
      if (documents.empty()) return;
      DenseMatrix out;
      outcome[f] = fits[f]->predict({&corpus, documents}, context(), out);
      if (!outcome[f]) return;
      for (size_t k = 0; k < documents.size(); ++k) answers[documents[k]] = predicted_class(out.row(k));
    });
    for (auto& status : outcome) SF_TRY(std::move(status));
    return {};
  }

 private:
  ClassifierContext context() const { return {{.seed = options_.seed, .threads = 1, .sink = options_.sink}}; }
  Status fit_one(const Corpus& corpus, size_t f, std::unique_ptr<Classifier>& made) const {
    SF_ASSIGN(made, entry_.make(options_.options));
    return made->fit(
        {.documents = {&corpus, folds_.train[f]}, .classes = folds_.train_labels[f], .names = units_.labels},
        context());
  }

  const LabelUnits& units_;
  const WorthOptions& options_;
  const ClassifierCatalog::Entry& entry_;
  Folded folds_;
};

double macro_f1_of(const LabelUnits& units, const std::vector<uint32_t>& answers) {
  const size_t labels = units.labels.size();
  std::vector<uint64_t> both(labels), right(labels);
  for (uint32_t i = 0; i < units.size(); ++i) {
    ++both[units.label[i]];
    if (answers[i] == kNoAnswer) continue;
    ++both[answers[i]];
    right[answers[i]] += answers[i] == units.label[i] ? 1 : 0;
  }
  double sum = 0;
  for (size_t c = 0; c < labels; ++c) sum += both[c] == 0 ? 0 : 2 * share_of(right[c], both[c]);
  return sum / static_cast<double>(labels);
}

// asked: restricts the drop to these documents; null: all.
ScoreDrop drop_of(const LabelUnits& units, const std::vector<uint32_t>& before,
                  const std::vector<uint32_t>& after, const std::vector<bool>* asked) {
  std::vector<double> sum(units.groups), size(units.groups);
  double least = 1, most = -1;
  for (uint32_t i = 0; i < units.size(); ++i) {
    if (asked != nullptr && !(*asked)[i]) continue;
    sum[units.group[i]] += (before[i] == units.label[i] ? 1 : 0) - (after[i] == units.label[i] ? 1 : 0);
    size[units.group[i]] += 1;
  }
  uint32_t groups = 0;
  for (uint32_t g = 0; g < units.groups; ++g)
    if (size[g] > 0) {
      sum[g] /= size[g];
      least = std::min(least, sum[g]);
      most = std::max(most, sum[g]);
      ++groups;
    }
  ScoreDrop drop;
  if (groups == 0) return drop;
  const WeightedMoments moments = weighted_moments(sum, size);
  drop.points = moments.mean;
  drop.alike = groups >= kFewestUnits && least == most;
  if (groups >= kFewestUnits && !drop.alike) drop.interval = t_interval(moments, StandardError::robust, 0.95);
  if (asked == nullptr) drop.macro_f1 = macro_f1_of(units, before) - macro_f1_of(units, after);
  return drop;
}

WorthHint hint_of(const Cue& cue, const CueWorth& worth) {
  if (cue.kind == CueKind::column) return WorthHint::column;
  if (!cue.is(CueKind::words)) return WorthHint::form;
  const ScoreDrop& there = worth.blinded_there;
  if (!there.interval && !there.alike) return WorthHint::unknown;
  if ((there.alike ? there.points : there.interval->low) <= 0) return WorthHint::redundant;
  return 2 * worth.retrained.points <= worth.blinded.points ? WorthHint::leaned_on : WorthHint::carries;
}

}  // namespace

std::string_view hint_name(WorthHint hint) {
  static constexpr std::array<std::string_view, 6> kNames = {"form",    "column",    "leaned on",
                                                             "carries", "redundant", "unknown"};
  return kNames[static_cast<size_t>(hint)];
}

std::string_view hint_in_words(WorthHint hint) {
  switch (hint) {
    case WorthHint::form:
      return "says how the text was made; genuine only where the task is about that";
    case WorthHint::column:
      return "not part of the text; genuine only where it is known when the model is used";
    case WorthHint::leaned_on:
      return "the model leans on it, though the rest of the text would do: often a shortcut";
    case WorthHint::carries:
      return "the rest of the text makes up for under half: genuine evidence or an artefact; read examples";
    case WorthHint::redundant:
      return "no cost is shown, so the rest of the text may say the same: often a genuine topic word";
    case WorthHint::unknown:
      return "not measured";
  }
  return "";
}

Result<ClassifierWorth> cue_worth(const Corpus& corpus, const LabelUnits& units, const Cues& cues,
                                  const std::vector<uint32_t>& asked, const WorthOptions& options) {
  if (units.groups < options.folds)
    return data_error(
        fmt::format("{}: {} groups are too few for {} folds", corpus.name(), units.groups, options.folds));
  SF_ASSIGN(const auto* const entry, classifiers().find(options.classifier));
  const Bench bench(units, options, *entry);
  SF_ASSIGN(const Corpus plain, edited_corpus(corpus, units, nullptr));
  SF_ASSIGN(const auto fits, bench.fit(plain));
  std::vector<uint32_t> before(units.size());
  SF_TRY(bench.answer(fits, plain, nullptr, before));
  ClassifierWorth found;
  found.n = units.size();
  uint64_t right = 0;
  for (uint32_t i = 0; i < units.size(); ++i) right += before[i] == units.label[i] ? 1 : 0;
  found.accuracy = share_of(right, found.n);
  found.macro_f1 = macro_f1_of(units, before);
  for (const uint32_t number : asked) {
    const Cue& cue = cues.all()[number];
    CueWorth worth;
    worth.documents = cue.documents.size();
    uint64_t right_there = 0;
    std::vector<bool> has(units.size());
    for (const uint32_t i : cue.documents) {
      has[i] = true;
      right_there += before[i] == units.label[i] ? 1 : 0;
    }
    worth.accuracy_with = share_of(right_there, worth.documents);
    if (can_be_taken_out(cue)) {
      SF_ASSIGN(const Corpus without, edited_corpus(corpus, units, &cue));
      auto blinded = before;
      SF_TRY(bench.answer(fits, without, &has, blinded));
      SF_ASSIGN(const auto fits_without, bench.fit(without));
      std::vector<uint32_t> retrained(units.size());
      SF_TRY(bench.answer(fits_without, without, nullptr, retrained));
      worth.measured = true;
      worth.blinded = drop_of(units, before, blinded, nullptr);
      worth.blinded_there = drop_of(units, before, blinded, &has);
      worth.retrained = drop_of(units, before, retrained, nullptr);
    } else {
      worth.why_not = cue.kind == CueKind::length ? "a length cannot be removed from a text"
                                                  : "a value of a column is not part of the text";
    }
    worth.hint = hint_of(cue, worth);
    found.cues.push_back(std::move(worth));
  }
  return found;
}

}  // namespace standfast

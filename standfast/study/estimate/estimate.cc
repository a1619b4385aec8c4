#include "standfast/study/estimate/estimate.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/model/program/scratch_folder.h"
#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/estimate/apart.h"
#include "standfast/study/estimate/cut_store.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

constexpr double kFirstItems = 64, kGrowth = 4;
// The number of shares of the time for a network, which takes seconds before its first tokens.
constexpr double kNetworkShares = 6;
// The cost of answering a token of a network, as a share of the cost of training on it (forward alone,
// without backward).
constexpr double kAnswerShare = 1.0 / 3;
constexpr double kTokensOfByte = 0.25;  // word pieces of English text
// The limit for extrapolating memory. Much of the memory of work is for documents or for terms, which occur
// again.
constexpr double kMostMemory = 4;
constexpr double kUnitBytes = 4096;  // a record or a marker, and its place in the plan
constexpr Range kSplitBytes{2, 8};   // for a document in a fold: its place, alone or in a range
constexpr Range kPairBytes{2, 6};    // bytes of a pair in a fold, packed

// Returns whether the component runs a program, including one that a model trains.
bool is_program(const std::string& component, const Options& options) {
  const auto names_it = [](const auto& option) {
    const auto* text = std::get_if<std::string>(&option.second);
    return text != nullptr && *text == "command";
  };
  return component == "command" || std::ranges::any_of(options.values(), names_it);
}
bool is_program(const ModelSpec& model) {
  return is_program(model.model.name, model.model.options);
}
constexpr const char* kYourProgram = "a dry run does not start your program";

// Returns whether a model is a network: it learns in batches, or is read from the folder that an option
// names.
bool is_network(const StudyCatalogs& catalogs, const StudySpec& study, const ModelSpec& model) {
  const auto says = [&](const auto& catalog) {
    const auto entry = catalog.find(model.model.name);
    if (!entry) return false;
    return (*entry)->traits.in_batches ||
           std::ranges::any_of((*entry)->options, [&](const OptionSpec& option) {
             return option.kind == OptionKind::model && !model.model.options.text(option.name).empty();
           });
  };
  return study.the_task().traits().has_target ? says(*catalogs.classifiers) : says(*catalogs.verifiers);
}

// Returns a number among the options; `otherwise` if there is none of that name.
double number_of(const Options& options, const std::string& name, double otherwise) {
  const auto found = options.values().find(name);
  if (found == options.values().end()) return otherwise;
  const auto* number = std::get_if<double>(&found->second);
  const auto* count = std::get_if<int64_t>(&found->second);
  return number != nullptr ? *number : count != nullptr ? static_cast<double>(*count) : otherwise;
}
double epochs_of(const Options& options) {
  return std::max(number_of(options, "epochs", 1), 1.0);
}
double updates_of(const Options& options) {
  return number_of(options, "updates", 0);
}

double documents_of(std::span<const Pair> pairs) {
  std::set<uint32_t> rows;
  for (const Pair& pair : pairs) rows.insert({pair.a, pair.b});
  return static_cast<double>(rows.size());
}

template <class T>
std::vector<T> some_of(std::span<const T> all, size_t n) {
  std::vector<T> some;
  for (size_t i = 0; i < n; ++i) some.push_back(all[i * all.size() / n]);
  return some;
}

// Reads a line of /proc/self/status, in bytes.
double own_memory(std::string_view line_begins) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(line_begins)) return std::strtod(line.c_str() + line_begins.size(), nullptr) * 1024;
  return 0;
}

// Returns the larger of both low ends and of both high ends.
Range max_of(const Range& a, const Range& b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

// Returns a part of the estimate without its costs. units: their name, plural.
EstimatedPart part_for(std::string what, std::string units, const UnitKind* kind, const std::string& corpus,
                       uint64_t number) {
  EstimatedPart part;
  part.what = std::move(what);
  part.units = std::move(units);
  part.kind = kind;
  part.corpus = corpus;
  part.number = number;
  return part;
}

}  // namespace

struct Estimator::Tries {
  CostCurve seconds, memory, disk;
  bool stopped = false;
  double memory_of_stopped = 0;
  std::string why_not;

  // Tries larger and larger parts. work: on a number of `all` items. whole: the extrapolated cost of stopped
  // work, from the cost of a step of its last stretch. A part that would take longer than the remaining time
  // is not begun.
  void go(double all, double most_seconds, const std::function<Result<TriedWork>(double items, Sink&)>& work,
          const std::function<double(const Tried&, double items)>& whole) {
    double spent = 0;
    for (double items = std::min(kFirstItems, all); spent < most_seconds;) {
      const double before = children_seconds();
      const auto tried = try_apart([&](Sink& sink) { return work(items, sink); }, most_seconds - spent);
      spent += std::max(children_seconds() - before, 0.001);
      if (!tried) {
        why_not = tried.error().message;
        return;
      }
      if (tried->end == Tried::End::failed) {
        // The failure may be due to few items that lack a class.
        why_not = tried->reason;
        if (items >= all) return;
      }
      if (tried->end == Tried::End::stopped) {
        const bool tells = tried->total > 0 && tried->reached > tried->begun && tried->stretch_seconds > 0.05;
        if (tells && seconds.empty()) {
          seconds.add_by_steps(items, whole(*tried, items));
          stopped = true;
          memory_of_stopped = static_cast<double>(tried->memory);
        } else if (seconds.empty()) {
          why_not = fmt::format("{:.0f} items took more than the {:.1f} s of the trial", items, most_seconds);
        }
        return;
      }
      if (tried->end == Tried::End::done) {
        seconds.add(items, std::max(tried->work.seconds, 1e-6));
        memory.add(items, static_cast<double>(tried->memory));
        disk.add(items, tried->work.disk_bytes);
      }
      if (items >= all) return;
      items = std::min(items * kGrowth, all);
      // The next part would take longer than this one.
      if (!seconds.empty() && seconds.at(items).low > most_seconds - spent) return;
    }
  }

  // Fills in the time of one unit of part.of items, or the reason why it is unknown; then returns false.
  bool fill(EstimatedPart& part) const {
    if (seconds.empty()) {
      part.why_unknown = why_not;
      return false;
    }
    part.tried = seconds.largest();
    part.stopped = stopped;
    part.seconds = seconds.at(part.of);
    return true;
  }

  // Returns the memory of work on a number of items, at most `more` times the memory of the largest sample.
  Range memory_at(double items, double more) const {
    return stopped ? Range{memory_of_stopped, 2 * memory_of_stopped} : memory.at_the_most(items, more);
  }

  // Returns the larger of the measured memory and the memory that a component declares, which only its upper
  // end bounds: a trial may have been stopped before all of it was touched.
  Range with_declared(const Range& measured, const Range& declared) const {
    return max_of(measured, {declared.low, stopped ? declared.high : declared.low});
  }
};

Estimator::Estimator(const StudySpec& study, const StudyCatalogs& catalogs, std::string study_folder,
                     int workers, double seconds, std::function<bool()> interrupted)
    : study_(study),
      catalogs_(catalogs),
      study_folder_(std::move(study_folder)),
      workers_(std::max(workers, 1)),
      seconds_(seconds),
      interrupted_(std::move(interrupted)) {}

void Estimator::add(EstimatedPart part) {
  if (part.seconds) estimate_.seconds += *part.seconds;
  estimate_.parts.push_back(std::move(part));
}

// Adds the memory of the corpus and of the drawn folds.
Range Estimator::needs_memory(const Range& memory) {
  const double base = own_memory("VmRSS:");
  const Range all{base + memory.low, base + memory.high};
  estimate_.memory = max_of(estimate_.memory, all);
  return all;
}

// Returns the memory that a component declares for this corpus.
Range Estimator::declared_memory(const ComponentList& catalog, const std::string& name,
                                 const Options& options, const Corpus& corpus) const {
  const auto entry = catalog.info(name);
  if (!entry || entry->memory == nullptr) return {};
  const auto ready = located(name, options, *entry->options, study_folder_);
  if (!ready) return {};
  const WorkSize size{.documents = corpus.size(), .text_bytes = corpus.text_bytes()};
  return {static_cast<double>(entry->memory(*ready, {})), static_cast<double>(entry->memory(*ready, size))};
}

Estimator::Tries Estimator::try_cells(const CorpusToEstimate& of, const DrawnCondition& drawn,
                                      const Unit& splits, const ModelSpec& model, double seconds) const {
  const Task& task = study_.the_task();
  const double all = static_cast<double>(items_of_fold(drawn, 0));
  Tries tries;
  const auto scratch = ScratchFolder::make();
  const auto work = [&](double items, Sink& sink) -> Result<TriedWork> {
    CutStore store(study_, catalogs_, study_folder_, of.corpus, drawn, items / all);
    SF_TRY(store.make_features(model));
    TriedWork done;
    const double before = processor_seconds();
    SF_ASSIGN(const ExaminedCell cell, task.examine(store, store.cell(splits, model.name), 1, sink));
    for (size_t side = 0; scratch && side < cell.file.sides.size(); ++side) {
      const std::string file = scratch->file(fmt::format("side{}.jsonl.gz", side));
      SF_TRY(task.write_answers(file, cell, side));
      SF_ASSIGN(const FileDigest written, digest_file(file));
      done.disk_bytes += static_cast<double>(written.bytes);
    }
    done.seconds = processor_seconds() - before;
    return done;
  };
  // The remaining cost is the rest of the training and the answers: for test documents, for the sides as they
  // are, and for validation documents as often as they are answered.
  const auto whole = [&](const Tried& tried, double items) {
    const double learning = tried.step() * static_cast<double>(tried.total);
    if (drawn.split.folds.empty()) return learning;
    if (updates_of(model.model.options) > 0) {
      // A network learns from the same number of batches for any number of items. Then it answers all of
      // them, in tokens too.
      const Fold& fold = drawn.split.folds.front();
      const double answered = static_cast<double>(fold.test.size() + fold.validation.size()) * kTokensOfByte *
                              static_cast<double>(of.corpus.text_bytes()) /
                              static_cast<double>(of.corpus.size());
      return (learning + kAnswerShare * tried.step() * answered) * items / all;
    }
    if (!study_.the_task().traits().has_target) {
      // A network reads documents, which are in many pairs, the more the more pairs there are.
      const auto documents = [&](double share) {
        return documents_of(CutStore(study_, catalogs_, study_folder_, of.corpus, drawn, share).all_pairs());
      };
      return learning * documents(1) / documents(items / all) * items / all;
    }
    const Fold& fold = drawn.split.folds.front();
    const double epochs = epochs_of(model.model.options);
    const double share = items / all, train = share * static_cast<double>(fold.train.size());
    double answered = share * (static_cast<double>(fold.test.size()) +
                               static_cast<double>(fold.validation.size()) * epochs);
    for (const auto& side : of.corpus.kept_apart()) answered += share * static_cast<double>(side.rows.size());
    return learning * (1 + kAnswerShare * answered / std::max(train * epochs, 1.0));
  };
  tries.go(all, seconds, work, whole);
  return tries;
}

void Estimator::add_cells(const CorpusToEstimate& of, const ModelSpec& model, bool planted, double seconds) {
  EstimatedPart part = part_for(fmt::format("{} / {}{}", of.name, model.name, planted ? ", planted" : ""),
                                "cells", &cell_kind(), of.name, 0);
  part.model = model.name;
  part.planted = planted;
  const auto& drawn = planted ? of.planted : of.plain;
  const uint64_t fits = fits_of(study_, model, catalogs_);
  // A split that was not drawn is assumed to have one fold, as large as the first that was drawn.
  std::vector<double> items;
  for (const auto& split : of.splits) {
    if (study_.condition(split.unit.condition).shortcut.has_value() != planted) continue;
    for (const uint64_t n : split.items) items.push_back(static_cast<double>(n));
    if (split.skipped && drawn) items.push_back(static_cast<double>(items_of_fold(*drawn, 0)));
    if (split.skipped && !drawn) ++part.number;
  }
  part.number += items.size() * fits;
  if (part.number == 0) return;
  if (!drawn) part.why_unknown = "none of its conditions was drawn";
  if (is_program(model)) part.why_unknown = kYourProgram;
  if (model.devices > 0) part.why_unknown = "it works on a device";
  if (!part.why_unknown.empty()) return add(std::move(part));
  const Range declared =
      declared_memory(study_.the_task().models(catalogs_), model.model.name, model.model.options, of.corpus);
  part.memory = needs_memory({declared.low, declared.low});
  const Tries tries = try_cells(of, *drawn, planted ? of.planted_unit : of.plain_unit, model, seconds);
  part.of = std::accumulate(items.begin(), items.end(), 0.0) / static_cast<double>(items.size());
  if (!tries.fill(part)) return add(std::move(part));
  Range all, memory;
  for (const double n : items) {
    all += tries.seconds.at(n);
    estimate_.disk += tries.disk.at(n).times(static_cast<double>(fits));
    memory = max_of(memory, tries.memory_at(n, kMostMemory));
  }
  part.seconds = all.times(static_cast<double>(fits));
  part.memory = needs_memory(tries.with_declared(memory, declared));
  // Nested cells learn from slightly fewer items, and are assumed to cost as much. No planted condition has
  // any.
  if (const auto nested = of.nested.find(model.name); nested != of.nested.end() && !planted) {
    const double of_all = static_cast<double>(nested->second) / static_cast<double>(items.size());
    EstimatedPart again = part;
    again.units = nested_kind().units();
    again.kind = &nested_kind();
    again.number = nested->second;
    again.seconds = all.times(of_all);
    for (const double n : items) estimate_.disk += tries.disk.at(n).times(of_all);
    add(std::move(again));
  }
  // Work in batches takes the same memory for many items; the longest texts may not have been among the few.
  estimate_.more_memory |= !tries.stopped && part.of > kMostMemory * part.tried;
  add(std::move(part));
}

// Tries features on pairs of evenly spread first documents, each with all its pairs: the cost of a document
// is shared by its pairs, as in the whole.
void Estimator::add_features(const CorpusToEstimate& of, const Unit& unit, double seconds) {
  EstimatedPart part =
      part_for(fmt::format("{} / {}", of.name, unit.model), "pair features", &features_kind(), of.name, 1);
  part.model = unit.model;
  part.of = static_cast<double>(of.pairs.size());
  const ModelSpec& model = study_.model(unit.model);
  const auto entry = catalogs_.verifiers->find(model.model.name);
  const auto options = located(model, study_.the_task().models(catalogs_), study_folder_);
  if (is_program(model) || !entry || !options || of.pairs.empty()) {
    part.why_unknown = is_program(model) ? kYourProgram : "no pairs were drawn";
    return add(std::move(part));
  }
  std::vector<size_t> first;  // first pair of each first document
  for (size_t i = 0; i < of.pairs.size(); ++i)
    if (i == 0 || of.pairs[i].a != of.pairs[i - 1].a) first.push_back(i);
  first.push_back(of.pairs.size());
  const auto some_pairs = [&](double items) {
    const size_t documents = first.size() - 1;
    const auto n = std::clamp<size_t>(static_cast<size_t>(items / part.of * static_cast<double>(documents)),
                                      1, documents);
    std::vector<Pair> some;
    for (size_t i = 0; i < n; ++i) {
      const size_t document = i * documents / n;
      some.insert(some.end(), of.pairs.begin() + static_cast<ptrdiff_t>(first[document]),
                  of.pairs.begin() + static_cast<ptrdiff_t>(first[document + 1]));
    }
    return some;
  };
  Tries tries;
  const auto work = [&](double items, Sink& sink) -> Result<TriedWork> {
    std::vector<Pair> some = some_pairs(items);
    SF_ASSIGN(const auto verifier, (*entry)->make(*options));
    const PairFeatures* features = verifier->pair_features();
    if (features == nullptr) return data_error("it has no pair features");
    const double before = processor_seconds();
    SF_ASSIGN(const auto made, PairFeaturesInMemory::make(*features, of.corpus, std::move(some), 1, sink));
    return TriedWork{processor_seconds() - before,
                     items * static_cast<double>((features->width() + 1) * sizeof(double))};
  };
  tries.go(part.of, seconds, work, [&](const Tried& tried, double items) {
    const double all_steps = tried.step() * static_cast<double>(tried.total);
    if (!is_network(catalogs_, study_, model)) return all_steps;
    // A network reads documents; few pairs have more documents for each pair than all pairs do.
    return all_steps * documents_of(of.pairs) / documents_of(some_pairs(items)) * items / part.of;
  });
  if (tries.fill(part)) {
    estimate_.disk += tries.disk.at(part.of);
    part.memory = needs_memory(tries.memory.at_the_most(part.of, kMostMemory));
    estimate_.more_memory |= part.of > kMostMemory * part.tried;
  }
  add(std::move(part));
}

// Fits the classifier of a space on some documents.
Status Estimator::try_fit(const CorpusToEstimate& of, const EncoderChoice& maker,
                          const std::vector<uint32_t>& rows, Sink& sink) const {
  SF_ASSIGN(const Column* classes, of.corpus.require(study_.target));
  SF_ASSIGN(const auto* entry, catalogs_.classifiers->find(maker.name));
  SF_ASSIGN(const Options options, located("estimate", maker.options, entry->options, study_folder_));
  const auto train = rows_with_class(*classes, rows);
  const auto dev = some_of<uint32_t>(train, std::min<size_t>(train.size(), 8));
  ClassifierContext context;
  context.seed = maker.seed;
  context.sink = &sink;
  SF_TRY(fit_classifier(of.corpus, *classes, {train, dev}, catalogs_, maker.name, options, context));
  return {};
}

// Encodes some documents.
Status Estimator::try_encode(const CorpusToEstimate& of, const EncoderChoice& maker,
                             const std::vector<uint32_t>& rows, Sink& sink) const {
  SF_ASSIGN(const EncoderChoice ready, located(maker, study_folder_, catalogs_));
  SF_ASSIGN(const auto* entry, catalogs_.encoders->find(ready.name));
  SF_ASSIGN(const auto encoder, entry->make(ready.options));
  EncoderContext context;
  context.seed = ready.seed;
  context.sink = &sink;
  SF_TRY(encoder->encode(of.corpus, rows, context));
  return {};
}

// Adds vectors and fits by networks that a dry run did not make, each once.
void Estimator::add_skipped(const CorpusToEstimate& of, double seconds) {
  std::set<std::string> seen;
  for (const auto& split : of.splits) {
    if (!split.skipped) continue;
    const ConditionSpec& condition = study_.condition(split.unit.condition);
    const bool by_space = !split.unit.need(space_kind()).empty();
    const bool of_model = by_space && condition.space->of_model;
    const std::string words = by_space
                                  ? (of_model ? condition.space->fit_in_words() : condition.space->in_words())
                                  : condition.encoder->name;
    if (!seen.insert(words).second) continue;
    const auto rows = rows_of_space(of.corpus, condition, catalogs_);
    if (!rows || rows->empty()) continue;
    const EncoderChoice& maker = by_space ? condition.space->maker : *condition.encoder;
    EstimatedPart part =
        part_for(fmt::format("{} / {}", of.name, by_space ? maker.name : words),
                 of_model ? "fits" : "vectors", of_model ? &fit_kind() : &vectors_kind(), of.name, 1);
    part.of = static_cast<double>(rows->size());
    if (is_program(maker.name, maker.options)) {
      part.why_unknown = kYourProgram;
      add(std::move(part));
      continue;
    }
    Tries tries;
    const auto work = [&](double items, Sink& sink) -> Result<TriedWork> {
      const auto some = some_of<uint32_t>(*rows, static_cast<size_t>(std::max(items, 1.0)));
      const double before = processor_seconds();
      SF_TRY(of_model ? try_fit(of, maker, some, sink) : try_encode(of, maker, some, sink));
      return TriedWork{processor_seconds() - before, 0};
    };
    tries.go(part.of, seconds, work, [&](const Tried& tried, double) {
      // Making the vectors of all documents costs as much as answering them.
      const double answers = of_model ? kAnswerShare / epochs_of(maker.options) : 0;
      return tried.step() * static_cast<double>(tried.total) * (1 + answers);
    });
    if (tries.fill(part)) {
      // The memory of a batch stands for all documents.
      const ComponentList& makers = by_space ? catalogs_.makers_of(*condition.space) : *catalogs_.encoders;
      const Range declared = declared_memory(makers, maker.name, maker.options, of.corpus);
      part.memory = needs_memory(tries.with_declared(tries.memory_at(1, 1), declared));
    }
    add(std::move(part));
  }
}

void Estimator::add(const CorpusToEstimate& of, const std::vector<Unit>& units) {
  const auto started = std::chrono::steady_clock::now();
  // Workers read corpora and draw as this process did.
  const double most = own_memory("VmHWM:");
  estimate_.memory = max_of(estimate_.memory, {most / 1.1, most});
  for (const auto& split : of.splits) {
    estimate_.disk += kSplitBytes.times(static_cast<double>(split.documents));
    estimate_.disk += kPairBytes.times(static_cast<double>(split.pairs));
  }
  std::vector<const Unit*> features;
  for (const auto& unit : units) {
    estimate_.spaces |= unit.kind == &vectors_kind() || unit.kind == &space_kind() ||
                        unit.kind == &fit_kind() || unit.kind == &start_kind();
    if (unit.kind == &features_kind()) features.push_back(&unit);
    if (unit.kind->only_shown() && !unit.left_out) ++left_out_[unit.kind->units()];
  }
  const auto shares_of = [&](const ModelSpec& model) {
    return is_network(catalogs_, study_, model) ? kNetworkShares : 1.0;
  };
  double shares = 0;
  for (const Unit* unit : features) shares += shares_of(study_.model(unit->model));
  bool skipped = false;
  for (const auto& split : of.splits) skipped |= split.skipped;
  if (skipped) shares += kNetworkShares;
  const int ways = (of.plain || skipped ? 1 : 0) + (of.planted ? 1 : 0);
  for (const auto& model : study_.models)
    if (!is_program(model)) shares += ways * shares_of(model);
  // A trial that comes first and takes less than its shares leaves more time for the others: networks come
  // last.
  const double before = children_seconds();
  const auto part_of_rest = [&](double some) {
    const double rest = std::max(0.0, seconds_ - (children_seconds() - before));
    const double part = rest * some / std::max(shares, some);
    shares -= some;
    return part;
  };
  const auto each = [&](bool networks, const auto& body) {
    for (const Unit* unit : features)
      if (const ModelSpec& model = study_.model(unit->model);
          is_network(catalogs_, study_, model) == networks)
        add_features(of, *unit, part_of_rest(shares_of(model)));
    for (const auto& model : study_.models)
      if (is_network(catalogs_, study_, model) == networks) body(model);
  };
  const auto cells = [&](const ModelSpec& model) {
    for (const bool planted : {false, true}) {
      if (interrupted_ && interrupted_()) return;
      const bool tried = !is_program(model) && (planted ? of.planted.has_value() : of.plain || skipped);
      add_cells(of, model, planted, tried ? part_of_rest(shares_of(model)) : 0);
    }
  };
  each(false, cells);
  if (skipped) add_skipped(of, part_of_rest(kNetworkShares));
  each(true, cells);
  if (interrupted_ && interrupted_()) return;
  EstimatedPart draws = part_for(of.name, "splits", &splits_kind(), of.name, 0);
  draws.memory = {most / 1.1, most};
  for (const auto& split : of.splits) draws.number += !split.skipped;
  draws.seconds = Range{of.draw_seconds, of.draw_seconds};
  add(std::move(draws));
  EstimatedPart reading =
      part_for(of.name, "readings of the corpus", nullptr, of.name, static_cast<uint64_t>(workers_));
  reading.seconds = Range{of.read_seconds, of.read_seconds}.times(workers_);
  add(std::move(reading));
  estimate_.disk += Range{kUnitBytes / 2, 2 * kUnitBytes}.times(static_cast<double>(units.size()));
  estimate_.took += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

RunEstimate Estimator::finish() {
  for (const auto& [kind, number] : left_out_)
    estimate_.left_out.push_back(fmt::format("{} {}", number, kind));
  std::ranges::stable_sort(estimate_.parts, [](const EstimatedPart& a, const EstimatedPart& b) {
    if (a.seconds.has_value() != b.seconds.has_value()) return a.seconds.has_value();
    return a.seconds && a.seconds->high > b.seconds->high;
  });
  return std::move(estimate_);
}

}  // namespace standfast

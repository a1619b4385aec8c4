// Saved classifiers: for every classifier of the catalog, a saved state with some bytes changed is restored,
// or refused with a message. A restored one answers with distributions or refuses, and can be saved again.
//
// Input: a byte that chooses the classifier, then edits (edited_state.h).
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "fuzz/edited_state.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/saved_models.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

struct Saved {
  const ClassifierCatalog::Entry* entry;
  Options options;
  ModelState state;
};

const Corpus& corpus() {
  static const Corpus made = standfast::testing::grid_corpus(3, 4, 2);
  return made;
}

// Stops the target if a step before the first input fails: every classifier must be able to do it.
[[noreturn]] void stop(const std::string& name, const Error& error) {
  std::cerr << name << ": " << error.message << '\n';
  std::abort();
}

const std::vector<Saved>& saved() {
  static const auto all = [] {
    const std::vector<std::pair<std::string, std::map<std::string, OptionValue>>> more = {
        {"command", {{"command", std::string("true {test} {answers}")}}},
        {"char-ngram", {{"nearest", std::string("document")}}},
        {"naive-bayes", {{"event", std::string("bernoulli")}}}};
    std::vector<uint32_t> rows(corpus().size());
    std::iota(rows.begin(), rows.end(), 0U);
    const Column& authors = *corpus().column(Role::author);
    const Column& topics = *corpus().column(Role::topic);
    const TrainingSet train = {.documents = {&corpus(), rows},
                               .classes = authors.codes,
                               .names = authors.names,
                               .groups = topics.codes,
                               .group_names = topics.names};
    std::vector<Saved> result;
    const auto add = [&](const ClassifierCatalog::Entry& entry,
                         const std::map<std::string, OptionValue>& given) {
      const auto options = Options::resolve(entry.name, entry.options, given);
      if (!options) stop(entry.name, options.error());
      auto classifier = entry.make(*options);
      if (!classifier) stop(entry.name, classifier.error());
      if (const auto fitted = (*classifier)->fit(train, {}); !fitted) stop(entry.name, fitted.error());
      auto state = (*classifier)->save();
      if (!state) stop(entry.name, state.error());
      result.push_back({&entry, *options, std::move(*state)});
    };
    // A fine-tuned network is stored in files, which other targets read (model_config, safetensors,
    // tokenizer_json), and a few fields (tests/model/transformer_classifier_test.cc).
    for (const auto& entry : classifiers().entries())
      if (entry.name != "command" && !entry.traits.pretrained && !entry.traits.in_batches) add(entry, {});
    for (const auto& [name, given] : more) add(**classifiers().find(name), given);
    return result;
  }();
  return all;
}

}  // namespace
}  // namespace standfast

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  fuzz::Bytes input(data, size);
  const Saved& base = saved()[input.take() % saved().size()];
  const auto state = fuzz::edited_state(base.state, input);
  if (!state) return 0;
  auto classifier = base.entry->make(base.options).value();
  Status restored;
  try {
    restored = classifier->restore(*state);
  } catch (const nlohmann::json::exception&) {
    return 0;  // load_classifier does the same
  }
  const std::vector<uint32_t> few = {0, 3, 5};
  DenseMatrix out;
  if (!restored) {
    if (restored.error().message.empty()) std::abort();
    if (classifier->predict({&corpus(), few}, {}, out)) std::abort();  // refused, so not fitted
    return 0;
  }
  (void)classifier->facts();
  if (!classifier->save()) std::abort();
  if (base.entry->name == "command") return 0;  // it would start a program
  if (!classifier->predict({&corpus(), few}, {}, out)) return 0;
  for (size_t i = 0; i < out.rows; ++i) {
    double sum = 0;
    for (const double p : out.row(i)) {
      if (!(p >= 0)) std::abort();
      sum += p;
    }
    if (!(std::abs(sum - 1) < 1e-9)) std::abort();
  }
  return 0;
}

// Saved models: for every verifier of the catalog, a saved state with some bytes changed is restored, or
// refused with a message. A restored one answers within [0, 1] or refuses, and can be saved again.
//
// Input: a byte that chooses the verifier, then edits (edited_state.h).
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "fuzz/edited_state.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

struct Saved {
  const VerifierCatalog::Entry* entry;
  Options options;
  ModelState state;
};

const Corpus& corpus() {
  static const Corpus made = standfast::testing::grid_corpus(3, 4, 2);
  return made;
}

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  for (uint32_t a = 0; a < corpus().size(); ++a)
    for (uint32_t b = a + 1; b < corpus().size(); ++b)
      all.push_back({a, b, corpus().value(Role::author, a) == corpus().value(Role::author, b)});
  return all;
}

const std::vector<Saved>& saved() {
  static const auto all = [] {
    const std::map<std::string, std::map<std::string, OptionValue>> settings = {
        {"topic-fit", {{"masked-words", int64_t{3}}}},
        {"command", {{"command", std::string("true {test} {answers}")}}},
        {"imposters", {{"rounds", int64_t{2}}, {"imposters", int64_t{2}}}},
        {"embedding",
         {{"encoder", std::string("lsa")}, {"encoder-set", std::string("components=3,min-df=1")}}},
        {"unmasking",
         {{"chunk", int64_t{2}}, {"chunks", int64_t{2}}, {"folds", int64_t{2}}, {"rounds", int64_t{2}}}}};
    const auto train = pairs();
    std::vector<Saved> result;
    for (const auto& entry : verifiers().entries()) {
      // A network's state is stored in files, whose readers have targets of their own (fuzz_safetensors.cc,
      // fuzz_model_config.cc).
      if (entry.traits.in_batches) continue;
      const auto given = settings.find(entry.name);
      const auto options =
          Options::resolve(entry.name, entry.options,
                           given == settings.end() ? std::map<std::string, OptionValue>() : given->second);
      if (!options) std::abort();
      auto verifier = entry.make(*options);
      if (!verifier || !(*verifier)->fit({&corpus(), train}, {&corpus(), {}}, {})) std::abort();
      auto state = (*verifier)->save();
      if (!state) std::abort();
      result.push_back({&entry, *options, std::move(*state)});
    }
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
  const auto edited = fuzz::edited_state(base.state, input);
  if (!edited) return 0;
  const ModelState& state = *edited;

  auto verifier = base.entry->make(base.options).value();
  Status restored;
  try {
    restored = verifier->restore(state);
  } catch (const nlohmann::json::exception&) {
    return 0;  // load_verifier does the same
  }
  const auto few = [] {
    auto all = pairs();
    all.resize(6);
    return all;
  }();
  std::vector<double> out(few.size());
  if (!restored) {
    if (restored.error().message.empty()) std::abort();
    if (verifier->score({&corpus(), few}, out, {})) std::abort();  // refused, so not fitted
    return 0;
  }
  (void)verifier->facts();
  if (!verifier->save()) std::abort();
  if (base.entry->name == "command") return 0;  // it would start a program
  if (!verifier->score({&corpus(), few}, out, {})) return 0;
  for (const double score : out)
    if (!(score >= 0 && score <= 1)) std::abort();
  return 0;
}

// model.json and the blobs beside it with some bytes changed: a model folder is loaded, or refused with a
// message.
//
// Input: a byte that chooses the model, then edits. Each edit gives the file, the position, the number of
// removed bytes, the number of inserted bytes, and the inserted bytes. Half of the time, the digests of blobs
// and the seal of model.json are recomputed, as if the model had been saved so: otherwise no reader behind
// them would see a change.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "fuzz/edited_state.h"
#include "fuzz/scratch.h"
#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/sealed.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

// Stops the target if a step that it needs itself fails.
void must(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "fuzz_model_folder: %s\n", status.error().message.c_str());
  std::abort();
}

struct Saved {
  bool verifier;
  std::map<std::string, std::string> files;
};

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename().string()] = read_plain_file(entry.path().string()).value();
  return files;
}

// Returns saved models, one of each kind, and with each kind of blob.
const std::vector<Saved>& saved(const fuzz::Scratch& scratch) {
  static const auto all = [&] {
    const Corpus corpus = standfast::testing::grid_corpus(3, 4, 2);
    const std::string folder = scratch.path() + "/model";
    std::vector<Saved> result;
    std::vector<Pair> pairs;
    for (uint32_t a = 0; a < corpus.size(); ++a)
      for (uint32_t b = a + 1; b < corpus.size(); ++b)
        pairs.push_back({a, b, corpus.value(Role::author, a) == corpus.value(Role::author, b)});
    for (const char* name : {"prior", "char-ngram", "imposters", "delta", "topic-fit"}) {
      const auto* entry = verifiers().find(name).value();
      std::map<std::string, OptionValue> given;
      if (entry->name == "imposters") given = {{"rounds", int64_t{2}}, {"imposters", int64_t{2}}};
      if (entry->name == "topic-fit") given = {{"masked-words", int64_t{2}}};
      const auto options = Options::resolve(name, entry->options, given).value();
      auto model = entry->make(options).value();
      must(model->fit({&corpus, pairs}, {&corpus, {}}, {}));
      must(save_verifier(folder, name, options, *model));
      result.push_back({true, files_in(folder)});
    }
    std::vector<uint32_t> rows(corpus.size());
    std::iota(rows.begin(), rows.end(), 0U);
    const Column& authors = *corpus.column(Role::author);
    for (const char* name : {"prior", "maxent", "naive-bayes", "ppm", "nearest-centroid"}) {
      const auto* entry = classifiers().find(name).value();
      const auto options = Options::resolve(name, entry->options, {}).value();
      auto model = entry->make(options).value();
      must(model->fit({{&corpus, rows}, authors.codes, authors.names}, {}));
      must(save_classifier(folder, name, options, *model, {"author", authors.names}));
      result.push_back({false, files_in(folder)});
    }
    return result;
  }();
  return all;
}

void seal_anew(std::map<std::string, std::string>& files) {
  auto json = json_or_discarded(files["model.json"]);
  if (!json.is_object()) return;
  json.erase("seal");
  if (json.contains("blobs") && json["blobs"].is_object())
    for (const auto& [name, bytes] : files)
      if (name != "model.json")
        json["blobs"][name] = {{"bytes", bytes.size()}, {"sha256", sha256_hex(bytes)}};
  if (!json.empty()) files["model.json"] = sealed_text(json);
}

}  // namespace
}  // namespace standfast

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  static const fuzz::Scratch scratch;
  fuzz::Bytes input(data, size);
  const auto& all = saved(scratch);
  const Saved& base = all[input.take() % all.size()];
  const bool correct = input.take() % 2 == 0, edited = input.left() > 0;
  auto files = base.files;
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files) names.push_back(name);
  while (input.left() > 0) {
    std::string& bytes = files[names[input.take() % names.size()]];
    const size_t at = (input.take() << 16 | input.take() << 8 | input.take()) % (bytes.size() + 1);
    const size_t gone = input.take(), come = input.take() % 32;
    bytes.replace(at, gone, input.take(come));
  }
  if (correct) seal_anew(files);
  scratch.clear();
  for (const auto& [name, bytes] : files) scratch.write("model/" + name, bytes);
  const std::string folder = scratch.path() + "/model";
  const auto check = [&](const Error& error) {
    if (error.message.empty() || !edited) std::abort();  // an unchanged model gets past its seal
    if (error.kind != ErrorKind::data && error.kind != ErrorKind::missing) std::abort();
  };
  if (const auto kind = model_kind(folder); !kind) check(kind.error());
  if (base.verifier) {
    const auto model = load_verifier(folder);
    if (!model) return check(model.error()), 0;
    if (!model->verifier->save()) std::abort();
  } else {
    const auto model = load_classifier(folder);
    if (!model) return check(model.error()), 0;
    if (!model->classifier->save()) std::abort();
  }
  return 0;
}

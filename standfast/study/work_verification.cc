// The units of verification: pair features and cells of pairs.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/metric/profile.h"
#include "standfast/study/fold_scores.h"
#include "standfast/study/work.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

uint64_t count_same(std::span<const Pair> pairs) {
  return static_cast<uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }));
}

// Pairs of one class whose documents have one topic.
uint64_t count_same_topic(const std::optional<Column>& topic, std::span<const Pair> pairs, bool same_author) {
  if (!topic) return 0;
  return static_cast<uint64_t>(std::count_if(pairs.begin(), pairs.end(), [&](const Pair& p) {
    return p.same == same_author && topic->codes[p.a] != kMissing && topic->codes[p.a] == topic->codes[p.b];
  }));
}

// A JSON array of two strings, either of which may be missing.
void append_two(std::string& line, std::string_view key, std::string_view a, std::string_view b) {
  const auto quoted = [](std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  line += fmt::format(R"(, "{}": [{}, {}])", key, quoted(a), quoted(b));
}

Status write_predictions(const std::string& path, const Corpus& corpus, const std::optional<Column>& topic,
                         std::span<const Pair> pairs, std::span<const double> values) {
  const auto topic_name = [&](uint32_t row) -> std::string_view {
    return topic && topic->codes[row] != kMissing ? std::string_view(topic->names[topic->codes[row]]) : "";
  };
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Pair& pair = pairs[i];
    lines += fmt::format(R"({{"id": {}, "value": {}, "same": {})",
                         Json(pair_id(corpus, pair)).dump(-1, ' ', false, Json::error_handler_t::replace),
                         Json(values[i]).dump(), pair.same);
    append_two(lines, "authors", corpus.value(Role::author, pair.a), corpus.value(Role::author, pair.b));
    append_two(lines, "topics", topic_name(pair.a), topic_name(pair.b));
    lines += "}\n";
    if (lines.size() < (size_t{1} << 16)) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

}  // namespace

Result<const std::vector<FoldPairs>*> Workshop::pairs(const std::string& splits_key, const Corpus& corpus) {
  if (pairs_key_ == splits_key) return &pairs_;
  pairs_key_.clear();
  SF_TRY(check_artifact(splits_key));
  SF_ASSIGN(pairs_, read_pairs(folder_.artifact(splits_key, "pairs.jsonl.gz"), corpus.size()));
  pairs_key_ = splits_key;
  return &pairs_;
}

Result<const FeaturesFile*> Workshop::features(const std::string& key) {
  if (key.empty()) return nullptr;
  if (features_key_ != key) {
    features_key_.clear();
    SF_TRY(check_artifact(key));
    SF_ASSIGN(features_, FeaturesFile::open(folder_.artifact(key, "features.bin")));
    features_key_ = key;
  }
  return features_.get();
}

Result<Workshop::Made> Workshop::do_features(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  const ModelSpec& model = provenance_.study.model(unit.model);
  SF_ASSIGN(const auto* entry, catalogs_.verifiers->find(model.model.name));
  SF_ASSIGN(const auto verifier, entry->make(model.model.options));
  const PairFeatures* pair_features = verifier->pair_features();
  if (pair_features == nullptr) return data_error(fmt::format("model {} has no pair features", unit.model));
  // Every ordered pair that some split of this corpus asks about, once.
  std::vector<Pair> all;
  SF_ASSIGN(const auto plan, folder_.read_plan());
  for (const auto& splits : plan) {
    if (splits.kind != UnitKind::splits || splits.corpus != unit.corpus) continue;
    if (folder_.state(splits).state != RunFolder::State::done) continue;
    SF_ASSIGN(const auto* folds, pairs(splits.key, *corpus));
    add_pairs_once(*folds, all);
  }
  DenseMatrix features(all.size(), pair_features->width());
  SF_TRY(pair_features->compute({corpus, all}, threads, sink, features));
  Made made;
  SF_TRY(write_features(place(unit, "features.bin", made), all, features));
  // Named by what decides the numbers, not by the first model that asked: several may share them.
  const std::string identity = pair_features->identity();
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"identity", identity.empty() ? model.model.name : identity},
                      {"width", pair_features->width()},
                      {"pairs", all.size()}});
  return made;
}

Result<Workshop::Made> Workshop::do_verifier_cell(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  SF_ASSIGN(const auto* folds, pairs(unit.splits, *corpus));
  const FoldPairs empty;
  const FoldPairs& fold = unit.fold < folds->size() ? (*folds)[unit.fold] : empty;
  SF_ASSIGN(const MetricProfile* profile, find_profile(provenance_.study.profile));
  SF_ASSIGN(const auto topics, this->topics(unit, *corpus));
  const ModelSpec& model = provenance_.study.model(unit.model);
  SF_ASSIGN(const auto* entry, catalogs_.verifiers->find(model.model.name));
  SF_ASSIGN(const auto verifier, entry->make(model.model.options));
  ModelContext context;
  context.threads = threads;
  context.sink = &sink;
  SF_ASSIGN(context.pair_features, features(unit.features));
  SF_ASSIGN(const std::vector<double> values,
            fold_answers(*corpus, fold, unit.fold, unit.seed, *verifier, context, unit.fit));
  const VerificationScores scores = evaluate(*profile, values, truths_of(fold.test));
  const auto names = metric_names(*profile);
  Made made;
  Json& json = made.marker;
  json = record_head(unit, provenance_.study);
  json["n_train"] = fold.train.size();
  json["n_validation"] = fold.validation.size();
  json["n_test"] = fold.test.size();
  json["same_train"] = count_same(fold.train);
  json["same_test"] = count_same(fold.test);
  // Where same-author pairs share a topic more often than others do, topic gives the answer away.
  json["same_topic_same_test"] = count_same_topic(topics, fold.test, true);
  json["same_topic_different_test"] = count_same_topic(topics, fold.test, false);
  json["n_answered"] = scores.n_answered;
  json["profile"] = profile->name;
  json["scores"] = Json::array();
  for (size_t i = 0; i < names.size(); ++i) {
    const auto& value = scores.values[i];
    json["scores"].push_back({{"metric", names[i]},
                              {"value", value ? Json(*value) : Json(nullptr)},
                              {"n_used", value ? scores.n : 0},
                              {"n_total", scores.n}});
  }
  json["facts"] = verifier->facts();
  if (json["facts"].is_null()) json["facts"] = Json::object();
  SF_TRY(write_predictions(place(unit, "predictions.jsonl.gz", made), *corpus, topics, fold.test, values));
  return made;
}

}  // namespace standfast

#include "standfast/study/record/analysis_file.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

FieldTable<SplitMeasure> split_measure_fields() {
  using M = SplitMeasure;
  FieldTable<M> fields;
  fields.add("group", &M::group).unless_default();
  fields.add("measure", &M::name);
  fields.add("value", &M::value);
  fields.add("used", &M::used);
  fields.add("total", &M::total);
  fields.add("note", &M::note).unless_default();
  fields.add("property", &M::property).unless_default();
  fields.add("averaged", &M::averaged).unless_default();
  return fields;
}

// Returns the fields; a fold is the list of its measures.
FieldTable<AnalysisFile> fields_of_analysis() {
  using A = AnalysisFile;
  FieldTable<A> fields;
  fields.constant("schema", "standfast-split-analysis/1");
  fields.add("corpus", &A::corpus);
  fields.add("condition", &A::condition);
  fields.add("seed", &A::seed);
  fields.add("analysis", &A::analysis);
  fields.add("method", &A::method);
  const auto measures = split_measure_fields();
  fields.add_as(
      "folds",
      [measures](const A& analysis) {
        Json folds = Json::array();
        for (const auto& fold : analysis.folds) {
          Json list = Json::array();
          for (const auto& one : fold.measures) list.push_back(measures.write(one));
          folds.push_back(std::move(list));
        }
        return folds;
      },
      [measures](const Json& folds, A& analysis) {
        for (const Json& list : folds) {
          auto& fold = analysis.folds.emplace_back();
          for (const Json& one : list) measures.take(one, fold.measures.emplace_back());
        }
      });
  return fields;
}

}  // namespace

const FieldTable<AnalysisFile>& analysis_fields() {
  static const auto fields = fields_of_analysis();
  return fields;
}

namespace {

FieldTable<NearFile> fields_of_near() {
  using F = NearFile::Fold;
  FieldTable<F> fold;
  fold.add("items", &F::items);
  fold.add("flagged", &F::flagged);
  fold.add("documents", &F::documents);

  using N = NearFile;
  FieldTable<N> fields;
  fields.constant("schema", "standfast-near/1");
  fields.add("corpus", &N::corpus);
  fields.add("condition", &N::condition);
  fields.add("seed", &N::seed);
  fields.add("near", &N::near);
  fields.add("tokens", &N::tokens);
  fields.add("folds", &N::folds, fold);
  fields.require([](const N& near) -> std::string {
    for (size_t f = 0; f < near.folds.size(); ++f) {
      const auto& [items, flagged, documents] = near.folds[f];
      if (std::ranges::adjacent_find(flagged, std::greater_equal<>()) != flagged.end() ||
          (!flagged.empty() && flagged.back() >= items))
        return fmt::format("fold {}: places are not ascending below {}", f, items);
    }
    return "";
  });
  return fields;
}

}  // namespace

const FieldTable<NearFile>& near_fields() {
  static const auto fields = fields_of_near();
  return fields;
}

}  // namespace standfast

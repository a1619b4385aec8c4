#include "standfast/study/record/near_file.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace standfast {
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

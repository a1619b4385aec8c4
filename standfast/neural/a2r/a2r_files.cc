#include "standfast/neural/a2r/a2r_files.h"

#include <filesystem>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/neural/train/part_files.h"

namespace standfast {
namespace {

std::string vocabulary_file(const std::string& folder) {
  return (std::filesystem::path(folder) / "vocabulary.json").string();
}

// Returns a dimension of a matrix in the file; a data error if it is missing or 0.
Result<size_t> size_in(const Weights& weights, const char* name, size_t dimension) {
  const TensorInfo* found = weights.find(name);
  if (found == nullptr || found->shape.size() != 2 || found->shape[0] == 0 || found->shape[1] == 0)
    return data_error(weights.folder() + ": there is no matrix " + name);
  return static_cast<size_t>(found->shape[dimension]);
}

}  // namespace

Status save_a2r(const std::string& folder, const LoadedA2r& model) {
  PartList list;
  const auto add = [&](const auto&... part) { list.add(part...); };
  each_generator_part(model.network, add);
  each_predictor_part(model.network, add);
  SF_TRY(list.write(folder));
  return write_file(vocabulary_file(folder), model.vocabulary.save().dump() + "\n");
}

Result<LoadedA2r> load_a2r(const std::string& folder) {
  const std::string path = vocabulary_file(folder);
  SF_ASSIGN(const std::string text, read_plain_file(path));
  SF_ASSIGN(const auto json, parse_json(text, path));
  SF_ASSIGN(A2rVocabulary vocabulary, A2rVocabulary::restore(json));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  A2rSizes sizes{.word_rows = vocabulary.rows()};
  SF_ASSIGN(sizes.word_columns, size_in(weights, "predictor.words.weight", 1));
  SF_ASSIGN(sizes.units, size_in(weights, "predictor.forward.recurrent.weight", 1));
  SF_ASSIGN(sizes.classes, size_in(weights, "predictor.hard.weight", 0));
  LoadedA2r out{std::move(vocabulary), A2rNetwork::begin(sizes, 0)};
  PartReader reader(weights);
  const auto fill = [&](auto&&... part) { reader.fill(part...); };
  each_generator_part(out.network, fill);
  each_predictor_part(out.network, fill);
  if (!reader.status()) return Failure(reader.status().error());
  return out;
}

}  // namespace standfast

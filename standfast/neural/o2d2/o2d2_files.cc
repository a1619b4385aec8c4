#include "standfast/neural/o2d2/o2d2_files.h"

#include <filesystem>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/train/part_files.h"

namespace standfast {
namespace {

std::string place(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

// Calls with_part(name, part ...) for the parts that a list or a reader takes; for LearnedNumbers, their
// numbers.
template <class Body>
auto as_tensors(const Body& with_part) {
  return [&with_part](const std::string& name, auto& part, auto... outputs) {
    if constexpr (requires { part.numbers; })
      with_part(name, part.numbers);
    else
      with_part(name, part, outputs...);
  };
}

}  // namespace

Status save_o2d2(const std::string& folder, const O2d2Network& network, const O2d2Vocabulary& vocabulary) {
  PartList list;
  const auto add = [&](const auto&... part) { list.add(part...); };
  each_encoder_part(network, as_tensors(add));
  each_detector_part(network, as_tensors(add));
  SF_TRY(list.write(folder));
  return write_file(place(folder, "vocabulary.json"), vocabulary.save().dump() + "\n");
}

Result<LoadedO2d2> load_o2d2(const std::string& folder) {
  const std::string path = place(folder, "vocabulary.json");
  SF_ASSIGN(const std::string text, read_plain_file(path));
  SF_ASSIGN(const auto json, parse_json(text, path));
  SF_ASSIGN(O2d2Vocabulary vocabulary, O2d2Vocabulary::restore(json));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  const TensorInfo* words = weights.find("words.weight");
  if (words == nullptr || words->shape.size() != 2 || words->shape[0] != vocabulary.word_rows() ||
      words->shape[1] == 0)
    return data_error(folder + ": there is no table of words with a row for each word of the vocabulary");
  O2d2Network begun = O2d2Network::begin(vocabulary, words->shape[1], 0);
  LoadedO2d2 out{std::move(vocabulary), std::move(begun)};
  PartReader reader(weights);
  const auto fill = [&](auto&&... part) { reader.fill(part...); };
  each_encoder_part(out.network, as_tensors(fill));
  each_detector_part(out.network, as_tensors(fill));
  if (!reader.status()) return Failure(reader.status().error());
  return out;
}

}  // namespace standfast

#include "standfast/neural/encoder/network_files.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parse_json.h"
#include "standfast/checkpoint/encoder_tensors.h"

namespace standfast {

void TensorList::vector(const std::string& name, std::span<const float> numbers) {
  list_.push_back({name, {numbers.size()}, numbers});
}

void TensorList::matrix(const std::string& name, std::span<const float> numbers, size_t columns) {
  list_.push_back({name, {numbers.size() / columns, columns}, numbers});
}

void TensorList::layer(const std::string& name, const Linear& from, size_t first, size_t last) {
  auto& rows = made_.emplace_back(std::make_unique<std::vector<float>>());
  rows->reserve((last - first) * from.inputs());
  for (size_t o = first; o < last; ++o)
    for (size_t k = 0; k < from.inputs(); ++k)
      rows->push_back(from.weights.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
  matrix(name + ".weight", *rows, from.inputs());
  if (!from.bias.empty()) vector(name + ".bias", std::span(from.bias).subspan(first, last - first));
}

void TensorList::norm(const std::string& name, const NormWeights& from) {
  vector(name + ".weight", from.weight);
  vector(name + ".bias", from.bias);
}

void TensorList::encoder(const Transformer& from, ModelFamily family) {
  encoder(from, family, std::string(prefix_of(family)));
}

void TensorList::encoder(const Transformer& from, ModelFamily family, const std::string& prefix) {
  const TransformerWeights& weights = from.weights();
  const auto named = [&](EncoderPart part, size_t l = 0) { return prefix + name_of(part, family, l); };
  using Part = EncoderPart;
  for (const auto& [part, table] :
       {std::pair{Part::words, &weights.words}, std::pair{Part::positions, &weights.positions},
        std::pair{Part::types, &weights.types}})
    if (table->rows > 0) matrix(named(part) + ".weight", table->data, table->columns);
  norm(named(Part::norm), weights.norm);
  const size_t hidden = from.hidden();
  for (size_t l = 0; l < weights.layers.size(); ++l) {
    const TransformerLayer& one = weights.layers[l];
    layer(named(Part::query, l), one.query_key_value, 0, hidden);
    layer(named(Part::key, l), one.query_key_value, hidden, 2 * hidden);
    layer(named(Part::value, l), one.query_key_value, 2 * hidden, 3 * hidden);
    layer(named(Part::attended, l), one.attended);
    norm(named(Part::attended_norm, l), one.attended_norm);
    layer(named(Part::inner, l), one.inner);
    layer(named(Part::outer, l), one.outer);
    norm(named(Part::outer_norm, l), one.outer_norm);
  }
}

Status TensorList::write(const std::string& folder) const {
  return write_safetensors((std::filesystem::path(folder) / "model.safetensors").string(), list_);
}

void PartReader::fill(const std::string& name, Table& table) {
  take(name + ".weight", {table.rows, table.columns}, table.data);
}

void PartReader::fill(const std::string& name, Linear& layer, size_t outputs) {
  const size_t inputs = layer.inputs();
  std::vector<float> rows;
  if (take(name + ".weight", {outputs, inputs}, rows))
    layer.weights = pack_outputs({rows.data(), outputs, inputs, inputs});
  if (!layer.bias.empty()) take(name + ".bias", {outputs}, layer.bias);
}

void PartReader::fill(const std::string& name, std::vector<float>& numbers) {
  take(name, {numbers.size()}, numbers);
}

bool PartReader::take(const std::string& name, const std::vector<uint64_t>& shape, std::vector<float>& to) {
  if (!status_) return false;
  const TensorInfo* found = weights_.find(name);
  if (found == nullptr) {
    status_ = data_error(fmt::format("{}: there is no tensor {}", weights_.folder(), name));
    return false;
  }
  if (found->shape != shape) {
    status_ = data_error(fmt::format("{}: {} has the shape {}, and {} is expected", weights_.folder(), name,
                                     shape_text(found->shape), shape_text(shape)));
    return false;
  }
  auto numbers = weights_.read(*found);
  if (numbers)
    to = std::move(*numbers);
  else
    status_ = Failure(numbers.error());
  return static_cast<bool>(status_);
}

namespace {

Result<std::string> adapted(const std::string& name, std::string content, size_t most) {
  const bool is_all = name == "tokenizer.json";
  if (!is_all && name != "tokenizer_config.json") return content;
  SF_ASSIGN(auto json, parse_json<nlohmann::ordered_json>(content, name));
  if (is_all) {
    const auto cut = json.find("truncation");
    const bool left = cut != json.end() && cut->is_object() && cut->value("direction", "Right") == "Left";
    json["truncation"] = nullptr;
    if (left)
      json["truncation"] = {
          {"direction", "Left"}, {"max_length", most}, {"strategy", "LongestFirst"}, {"stride", 0}};
    json["padding"] = nullptr;
  } else {
    json["model_max_length"] = most;
  }
  return json_text(json, 2) + "\n";
}

}  // namespace

Result<TokenizerFiles> TokenizerFiles::read(const token::Tokenizer& tokenizer, const std::string& folder,
                                            size_t most) {
  TokenizerFiles out;
  bool configured = false;
  for (const std::string& name : tokenizer.files()) {
    SF_ASSIGN(std::string content, read_file((std::filesystem::path(folder) / name).string()));
    SF_ASSIGN(content, adapted(name, std::move(content), most));
    out.files_.emplace_back(name, std::move(content));
    configured = configured || name == "tokenizer_config.json";
  }
  if (!configured) {
    SF_ASSIGN(std::string content, adapted("tokenizer_config.json", "{}", most));
    out.files_.emplace_back("tokenizer_config.json", std::move(content));
  }
  return out;
}

Status TokenizerFiles::write(const std::string& folder) const {
  for (const auto& [name, content] : files_)
    SF_TRY(write_file((std::filesystem::path(folder) / name).string(), content));
  return {};
}

}  // namespace standfast

#include "standfast/neural/train/part_files.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace standfast {

void PartList::add(const std::string& name, const Table& table) {
  list_.push_back({name + ".weight", {table.rows, table.columns}, table.data});
}

void PartList::add(const std::string& name, const Linear& layer, size_t outputs) {
  const size_t inputs = layer.inputs();
  auto& rows = *made_.emplace_back(std::make_unique<std::vector<float>>());
  for (size_t o = 0; o < outputs; ++o)
    for (size_t k = 0; k < inputs; ++k)
      rows.push_back(layer.weights.panel(o / kPanelRows)[k * kPanelRows + o % kPanelRows]);
  list_.push_back({name + ".weight", {outputs, inputs}, rows});
  if (!layer.bias.empty()) list_.push_back({name + ".bias", {outputs}, layer.bias});
}

void PartList::add(const std::string& name, const std::vector<float>& numbers) {
  list_.push_back({name, {numbers.size()}, numbers});
}

Status PartList::write(const std::string& folder) const {
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

}  // namespace standfast

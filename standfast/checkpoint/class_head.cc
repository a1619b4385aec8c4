#include "standfast/checkpoint/class_head.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
ClassHeadNames class_head_names(ModelFamily family, bool bottleneck) {
  if (bottleneck) return {"head.bottleneck", "head.dense", "head.out_proj", ClassHead::Bend::tanh};
  switch (family) {
    case ModelFamily::bert:
      return {nullptr, nullptr, "classifier", ClassHead::Bend::tanh};
    case ModelFamily::roberta:
      return {nullptr, "classifier.dense", "classifier.out_proj", ClassHead::Bend::tanh};
    case ModelFamily::distilbert:
      return {nullptr, "pre_classifier", "classifier", ClassHead::Bend::relu};
  }
  return {};
}

namespace {

// Returns a name that stands twice; "" if there is none.
std::string said_twice(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto at = std::ranges::adjacent_find(names);
  return at == names.end() ? "" : *at;
}

}  // namespace

Result<ClassHead> read_class_head(const EncoderTensors& tensors, const ModelConfig& config,
                                  const std::string& folder) {
  const TensorInfo* narrow =
      tensors.beside(std::string(class_head_names(config.family, true).bottleneck) + ".weight");
  const ClassHeadNames names = class_head_names(config.family, narrow != nullptr);
  const TensorInfo* scores = tensors.beside(std::string(names.output) + ".weight");
  if (scores == nullptr)
    return missing_error(
        fmt::format("{}: there is no head for classes (\"{}.weight\"): it is an encoder. Fit a classifier "
                    "on its vectors, or fine-tune it",
                    folder, names.output));
  const uint64_t hidden = config.hidden;
  if (scores->shape.size() != 2 || scores->shape[0] == 0 || scores->shape[1] != hidden)
    return data_error(
        fmt::format("{}: the tensor \"{}\" has shape {}, but a head for classes has the shape [classes, {}]",
                    folder, scores->name, shape_text(scores->shape), hidden));
  const uint64_t classes = scores->shape[0];
  if (!config.classes.empty() && config.classes.size() != classes)
    return data_error(fmt::format("{}: the head has {} classes, but id2label of config.json names {}", folder,
                                  classes, config.classes.size()));
  if (const std::string twice = said_twice(config.classes); !twice.empty())
    return data_error(fmt::format(
        "{}: id2label of config.json names two classes \"{}\"; give each a name of its own", folder, twice));
  ClassHead head;
  head.bend = names.bend;
  head.classes = config.classes;
  for (uint64_t k = head.classes.size(); k < classes; ++k) head.classes.push_back(fmt::format("LABEL_{}", k));
  const auto read = [&](const std::string& name,
                        const std::vector<uint64_t>& shape) -> Result<std::vector<float>> {
    const TensorInfo* tensor = tensors.beside(name);
    if (tensor == nullptr)
      return data_error(fmt::format("{}: the tensor \"{}\" of the head is missing", folder, name));
    if (tensor->shape != shape)
      return data_error(fmt::format("{}: the tensor \"{}\" has shape {}, but the head needs {}", folder, name,
                                    shape_text(tensor->shape), shape_text(shape)));
    head.tensors.insert(name);
    return tensors.read(*tensor);
  };
  const std::string output = names.output;
  SF_ASSIGN(head.output.weight, read(output + ".weight", {classes, hidden}));
  SF_ASSIGN(head.output.bias, read(output + ".bias", {classes}));
  uint64_t width = hidden;
  if (narrow != nullptr) {
    width = narrow->shape.empty() ? 0 : narrow->shape[0];
    if (width == 0) return data_error(fmt::format("{}: the tensor \"{}\" is empty", folder, narrow->name));
    const std::string down = names.bottleneck;
    SF_ASSIGN(head.bottleneck.weight, read(down + ".weight", {width, hidden}));
    SF_ASSIGN(head.bottleneck.bias, read(down + ".bias", {width}));
  }
  if (names.hidden != nullptr) {
    const std::string inner = names.hidden;
    SF_ASSIGN(head.hidden.weight, read(inner + ".weight", {hidden, width}));
    SF_ASSIGN(head.hidden.bias, read(inner + ".bias", {hidden}));
    return head;
  }
  if (!tensors.has_pooler())
    return data_error(fmt::format("{}: the tensor \"pooler.dense.weight\" of the head is missing", folder));
  SF_ASSIGN(head.hidden.weight, tensors.weight(EncoderPart::pooler));
  SF_ASSIGN(head.hidden.bias, tensors.bias(EncoderPart::pooler));
  return head;
}

}  // namespace standfast

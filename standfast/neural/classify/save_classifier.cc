// Writes a classifier in the format of transformers.
#include <filesystem>

#include "standfast/base/file.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/write_config.h"
#include "standfast/checkpoint/write_safetensors.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/encoder/tensor_list.h"

namespace standfast {

Status SequenceClassifier::save(const std::string& folder) const {
  SF_TRY(make_directories(folder));
  const ModelFamily family = config().family;
  const std::string prefix = std::string(prefix_of(family));
  TensorList tensors;
  tensors.encoder(encoder_.transformer, family);
  const std::string pooler = prefix + name_of(EncoderPart::pooler, family);
  const ClassHeadNames names = class_head_names(family, head_.bottleneck.has_value());
  if (head_.bottleneck) tensors.layer(names.bottleneck, *head_.bottleneck);
  tensors.layer(names.hidden != nullptr ? names.hidden : pooler, head_.hidden);
  tensors.layer(names.output, head_.output);
  if (!spare_pooler_.weight.empty()) {
    tensors.matrix(pooler + ".weight", spare_pooler_.weight, config().hidden);
    tensors.vector(pooler + ".bias", spare_pooler_.bias);
  }
  const std::filesystem::path path(folder);
  SF_TRY(write_safetensors((path / "model.safetensors").string(), tensors.all()));
  ModelConfig written = config();
  written.bottleneck = head_.bottleneck ? head_.bottleneck->bias.size() : 0;
  SF_TRY(write_model_config(folder, written));
  return tokenizer_files_.write(folder);
}

}  // namespace standfast

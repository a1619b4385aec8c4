// Loading an encoder from the files of a model folder.
#pragma once

#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/neural/encoder/transformer.h"

namespace standfast {

// Loads the encoder. A data error for unsupported activations, and for tensors that cannot be read.
Result<Transformer> load_transformer(const EncoderTensors& tensors, const ModelConfig& config);

}  // namespace standfast

// The encoder `sentence`: vectors of documents by a model folder of sentence-transformers, or by a plain
// encoder.
#pragma once

#include <string>

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry sentence_encoder();

// Finds the folder of a model: a folder that is there, or the hub's cache under that name. A missing error
// says how to get it.
Result<std::string> model_folder(const std::string& folder_or_name);

}  // namespace standfast

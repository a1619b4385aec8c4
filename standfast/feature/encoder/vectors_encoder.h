// Encoder vectors: reads vectors that another program made (feature/encoder/vectors_reader.h) and finds each
// document's by its id. A file may hold more documents than are asked for; one that is missing is an error.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry vectors_encoder();

// Computes the SHA-256 over the bytes of the files that the options of a vectors encoder name, decompressed.
// It is compared with the option sha256.
Result<std::string> vectors_digest(const std::string& path, const std::string& ids_path);

}  // namespace standfast

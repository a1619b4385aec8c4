// Keys of units: what their numbers depend on, hashed.
#pragma once

#include <string>

#include "standfast/base/json.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// 16 hex digits of a SHA-256.
std::string key_of(const nlohmann::ordered_json& fields);
// What every key has: operation, version, corpus and the hash of its data.
nlohmann::ordered_json key_fields(std::string_view operation, const CorpusFacts& corpus);
// A column of the corpus and the hash of what it holds, which is no part of the hash of the data; of a role
// "".
nlohmann::ordered_json column_fields(const CorpusFacts& corpus, const std::string& name);
// The model, its options, the digests of its files and the weights that it is given.
void add_model(nlohmann::ordered_json& fields, const ModelSpec& model, const CorpusFacts& corpus);

}  // namespace standfast

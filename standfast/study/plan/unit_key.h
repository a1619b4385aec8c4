// Keys of units: a hash of everything that their numbers depend on.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// 16 hex digits of a SHA-256.
std::string key_of(const nlohmann::ordered_json& fields);
std::string key_of_text(std::string_view fields);  // of the same as compact JSON
// The fields of every key: operation, version, corpus and the hash of its data.
nlohmann::ordered_json key_fields(std::string_view operation, const CorpusFacts& corpus);
// A column of the corpus and the hash of its values. The hash of the data does not cover these values. For a
// column with a role the hash is "".
nlohmann::ordered_json column_fields(const CorpusFacts& corpus, const std::string& name);
// Adds the model, its options, the digests of its files and the weights that it gets.
void add_model(nlohmann::ordered_json& fields, const ModelSpec& model, const CorpusFacts& corpus);

}  // namespace standfast

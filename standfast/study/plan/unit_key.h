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
nlohmann::ordered_json key_fields(UnitKind kind, const CorpusFacts& corpus);
// The model, its options and the digests of its files.
void add_model(nlohmann::ordered_json& fields, const ModelSpec& model);

}  // namespace standfast

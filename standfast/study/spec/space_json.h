// The space of a condition as a run records it.
#pragma once

#include "standfast/base/field_table.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Its maker stands under "model" or "encoder".
template <>
struct FieldCodec<SpaceSpec> {
  static nlohmann::ordered_json give(const SpaceSpec& space);
  static void take(const nlohmann::ordered_json& json, SpaceSpec& space);
};

Status resolve_recorded(const StudyCatalogs& catalogs, SpaceSpec& space);

}  // namespace standfast

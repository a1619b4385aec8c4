// The record of a fitted model as the fields of its state.
#pragma once

#include <optional>
#include <string>

#include "standfast/base/field_table.h"
#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {

// Returns the state with only these fields; a usage error if nothing was fitted. Errors begin with `owner`.
template <class Fitted>
Result<ModelState> saved_fields(const std::string& owner, const FieldTable<Fitted>& table,
                                const std::optional<Fitted>& fitted) {
  if (!fitted) return usage_error(owner + ": nothing to save before it was fitted");
  return ModelState{table.write(*fitted)};
}

// Reads the record from the fields. Exceptions of nlohmann::json may escape; errors of rules begin with
// `owner`.
template <class Fitted>
Result<Fitted> fields_in(const ModelState& state, const std::string& owner, const FieldTable<Fitted>& table) {
  Fitted fitted;
  if (const auto read = table.read(state.fields, fitted); !read) return with_context(owner, read.error());
  return fitted;
}

}  // namespace standfast

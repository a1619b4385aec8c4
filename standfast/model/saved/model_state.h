// The state of a fitted model. Written as a folder: model.json, one file per blob, and the model's own files
// in a separate folder (docs/models.md).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "standfast/base/field_table.h"
#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Files of a model that are too large to be held twice, or that other programs read: a checkpoint in the
// layout of Hugging Face. They have a folder of their own. A state that is to be saved has `write`; a state
// that was read has `folder`; a model without such files has neither.
struct ModelFiles {
  // Writes them into an existing, empty folder, including files of subfolders. It may be called when the
  // model is gone, more than once, and writes the same bytes each time. When it returns, each file is closed
  // and flushed as by write_file. Names: no part begins with a dot, and nothing is a link.
  std::function<Status(const std::string& folder)> write = {};
  // The folder of the files, which are checked against their digests and are exactly the written ones. They
  // exist while restore() runs; data that are read later must be mapped or open by then, because the folder
  // may be replaced or removed.
  std::string folder = {};
};

struct ModelState {
  nlohmann::ordered_json fields;                  // small, readable: thresholds, weights
  std::map<std::string, std::string> blobs = {};  // large: vocabularies, matrices
  ModelFiles files = {};                          // larger: the weights of a network
};

// The record of a fitted model as the fields of its state.

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

// Blobs of saved models: finding them, and matrices as .npy bytes.

// Returns the blob, or a data error that names it.
Result<const std::string*> find_blob(const ModelState& state, const std::string& name);

std::string matrix_blob(const DenseMatrix& matrix);
// Reads the matrix of that many rows and columns, every number finite; else a data error.
Result<DenseMatrix> matrix_from(const ModelState& state, const std::string& name, size_t rows,
                                size_t columns);

}  // namespace standfast

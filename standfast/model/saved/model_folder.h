// A fitted model as a folder: model.json (schema "standfast-model/2", version of Standfast, kind, catalog
// name, resolved options, fields, facts, and size and SHA-256 of each blob and file, with a seal) beside one
// file per blob, and a folder "checkpoint" with the model's own files, if it has any. Verifiers and
// classifiers share it; docs/models.md describes the files.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "standfast/base/catalog.h"
#include "standfast/base/json.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"

namespace standfast {

inline constexpr const char* kVerifierKind = "verifier";  // families of the catalogs
inline constexpr const char* kClassifierKind = "classifier";

// The content to write; the resolved options of the catalog entry are separate.
struct ModelDescription {
  std::string kind, name;
  nlohmann::ordered_json origin;  // the training data, for the reader; null: nothing is recorded
  nlohmann::ordered_json facts;   // for the reader
  nlohmann::ordered_json more;    // an object: members of model.json that only this kind has
};

// The content that writing a model folder may replace: a model only, in a user's folder; or anything, in a
// folder of ours, where a model may be damaged.
enum class Replace { model, anything };

// Writes a model folder. It appears whole or not at all, and a folder that it replaces stays until then. If
// several processes write it at once, one of their models remains, whole. A folder that may not be replaced
// is a usage error. The model's own files are not held in memory.
Status write_model_folder(const std::string& folder, const ModelDescription& description,
                          const Options& options, const ModelState& state, Replace replace = Replace::model);

struct ModelFolder {
  std::string name, version;  // catalog name; version of the Standfast that saved it
  std::map<std::string, OptionValue> options;
  ModelState state;
  nlohmann::ordered_json json;  // all of model.json
};

// Returns the kind of the model in a folder. No such folder: a missing error. No model: a data error.
Result<std::string> model_kind(const std::string& folder);

// Reads and checks the folder, then calls take() with the blobs and with the place of the model's own files.
// No such folder is a missing error. A data error with the reason if there is no model, one of another kind,
// a damaged or newer one, or if take() refuses it, also by an exception of nlohmann::json.
Status read_model_folder(const std::string& folder, const std::string& kind,
                         const std::function<Status(ModelFolder&)>& take);

// Builds and restores a model of a catalog from a folder that was read.
template <class Product, class Traits>
Status restore_model(const Catalog<Product, Traits>& catalog, const ModelFolder& from, Options& options,
                     std::unique_ptr<Product>& model) {
  SF_ASSIGN(const auto* entry, catalog.find(from.name));
  SF_ASSIGN(options, Options::resolve(catalog.family() + " " + from.name, entry->options, from.options));
  SF_ASSIGN(model, entry->make(options));
  return model->restore(from.state);
}

}  // namespace standfast

// Fitted verifiers and classifiers as folders (model_folder.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_folder.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/text/reading_form.h"

namespace standfast {

// Returns the part of an origin that records the form in which the training texts were read, and in which
// texts to be answered must be read: {"reading": {"form": "nfc", "fold-letters": []}}. An empty object for a
// corpus that was made in memory.
nlohmann::ordered_json origin_of(const Corpus& corpus);

// Saves a fitted verifier as a folder (model_folder.h). The folder appears whole or not at all; unless
// `replace` says otherwise, only an existing model is replaced. origin: the training data, for the reader;
// only origin_of() is read again.
Status save_verifier(const std::string& folder, const std::string& name, const Options& options,
                     const Verifier& verifier, const nlohmann::ordered_json& origin = {},
                     Replace replace = Replace::model);

struct SavedVerifier {
  std::string name;                    // catalog name
  Options options;                     // resolved
  std::string version;                 // of the Standfast that saved it
  std::optional<ReadingForm> reading;  // of the texts that it learned from; nothing if unknown
  std::unique_ptr<Verifier> verifier;
};
// Loads a verifier. No such folder: a missing error. No model, a classifier, a damaged or newer model: a data
// error with the reason.
Result<SavedVerifier> load_verifier(const std::string& folder);

// The meaning of the columns of an answer.
struct ClassifierLabels {
  std::string target;              // the role that was learned: "author", "label" ...
  std::vector<std::string> names;  // the fixed label set
};

// Saves a fitted classifier as a folder (model_folder.h), like save_verifier().
Status save_classifier(const std::string& folder, const std::string& name, const Options& options,
                       const Classifier& classifier, const ClassifierLabels& labels,
                       const nlohmann::ordered_json& origin = {}, Replace replace = Replace::model);

struct SavedClassifier {
  std::string name;                    // catalog name
  Options options;                     // resolved
  std::string version;                 // of the Standfast that saved it
  std::optional<ReadingForm> reading;  // of the texts that it learned from; nothing if unknown
  ClassifierLabels labels;
  std::unique_ptr<Classifier> classifier;
};
// Loads a classifier. No such folder: a missing error. No model, a verifier, a damaged or newer model: a data
// error with the reason.
Result<SavedClassifier> load_classifier(const std::string& folder,
                                        const ClassifierCatalog& catalog = classifiers());

}  // namespace standfast

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

// What an origin says of the form in which the texts were read that a model learns from, and its texts must be read in:
// {"reading": {"form": "nfc", "fold-letters": []}}. An empty object of a corpus that was made in memory.
nlohmann::ordered_json origin_of(const Corpus& corpus);

// A fitted verifier as a folder (model_folder.h). The folder appears whole or not at all; one that holds a
// model already is replaced, any other non-empty folder is refused. origin: what it was trained on, for the
// reader; only origin_of() is read again.
Status save_verifier(const std::string& folder, const std::string& name, const Options& options,
                     const Verifier& verifier, const nlohmann::ordered_json& origin = {},
                     Replace replace = Replace::model);

struct SavedVerifier {
  std::string name;                    // catalog name
  Options options;                     // resolved
  std::string version;                 // of the Standfast that saved it
  std::optional<ReadingForm> reading;  // of the texts that it learned from; nothing where that is not known
  std::unique_ptr<Verifier> verifier;
};
// No such folder: a missing error. No model, a classifier, a damaged or newer one: a data error that says
// what is wrong.
Result<SavedVerifier> load_verifier(const std::string& folder);

// What the columns of an answer mean.
struct ClassifierLabels {
  std::string target;              // the role that was learned: "author", "label" ...
  std::vector<std::string> names;  // the fixed label set
};

// A fitted classifier as a folder (model_folder.h), like save_verifier().
Status save_classifier(const std::string& folder, const std::string& name, const Options& options,
                       const Classifier& classifier, const ClassifierLabels& labels,
                       const nlohmann::ordered_json& origin = {}, Replace replace = Replace::model);

struct SavedClassifier {
  std::string name;                    // catalog name
  Options options;                     // resolved
  std::string version;                 // of the Standfast that saved it
  std::optional<ReadingForm> reading;  // of the texts that it learned from; nothing where that is not known
  ClassifierLabels labels;
  std::unique_ptr<Classifier> classifier;
};
// No such folder: a missing error. No model, a verifier, a damaged or newer one: a data error that says what
// is wrong.
Result<SavedClassifier> load_classifier(const std::string& folder,
                                        const ClassifierCatalog& catalog = classifiers());

}  // namespace standfast

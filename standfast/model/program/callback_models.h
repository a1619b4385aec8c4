// Models of the caller, as functions. A caller that runs a study in memory (result/run/run_in_memory.h) adds
// them to the catalogs of that study. They learn and answer in one call, because the fitted state stays with
// the caller; so they cannot be saved, and no fit starts from them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

// The input of a ClassCallback. All members are valid during the call.
struct DocumentsAsked {
  DocumentView train;
  std::span<const uint32_t> classes;    // of train: places in names
  std::span<const std::string> names;   // the fixed label set; not all have a training document
  std::span<const uint64_t> documents;  // by class: number of training documents
  DocumentView validation;              // may be empty
  std::span<const uint32_t> validation_classes;
  DocumentView test;
  uint64_t seed = 0;  // 31 bits, as for `command`
  int threads = 1;
};

struct PairsAsked {
  PairView train, validation;  // validation may be empty
  PairView test;               // its `same` is false everywhere
  uint64_t seed = 0;
  int threads = 1;
};

// Answers documents. out: test x names, initially zeros; a row of zeros is no answer. probabilities: set to
// false if the rows only rank the classes. Errors describe the fault of the answers; the caller of the study
// adds the name of the model.
using ClassCallback =
    std::function<Status(const DocumentsAsked& asked, DenseMatrix& out, bool& probabilities)>;
// Answers pairs. out: one number in [0, 1] a pair, 0.5 for no answer; the numbers are checked.
using PairCallback = std::function<Status(const PairsAsked& asked, std::span<double> out)>;

// Returns the catalog entry of a callback. name: unique in the catalog, of letters, digits and dashes.
ClassifierCatalog::Entry callback_classifier_entry(std::string name, ClassCallback answer);
VerifierCatalog::Entry callback_verifier_entry(std::string name, PairCallback answer);

}  // namespace standfast

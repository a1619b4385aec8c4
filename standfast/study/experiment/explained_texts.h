// The texts of explained documents. Attributions hold none, so they are read from the corpora of the study again, and planted
// again, as the cells have read them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "standfast/study/experiment/workshop.h"
#include "standfast/study/record/attributions_file.h"

namespace standfast {

struct ExplainedText {
  ExplainedDocument document;
  std::string text;
};

class ExplainedTexts {
 public:
  // Errors are those of reading provenance and plan.
  static Result<ExplainedTexts> open(const std::string& run, const StudyCatalogs& catalogs);

  // At most so many documents of one side, those with something planted first, in the order of the file. key: of an
  // explain unit that is done. A data error: the corpus is gone or no longer the one of the run, or the file and the
  // texts do not fit together. names: filled with the classes of the file.
  Result<std::vector<ExplainedText>> first(const std::string& key, const std::string& side, size_t most,
                                           std::vector<std::string>& names);

 private:
  RunFolder folder_{""};
  std::map<std::string, Unit> units_;  // by key
  std::unique_ptr<Workshop> shop_;
};

}  // namespace standfast

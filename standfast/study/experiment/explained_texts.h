// The texts of documents with attributions or rationales. Those files hold none, so texts are read from the corpora of the
// study again, and planted again, as the cells have read them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "standfast/study/experiment/workshop.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

struct ExplainedText {
  ExplainedDocument document;
  std::string text;
};

struct RationaleText {
  std::string id, text;
  std::vector<TokenSpan> chosen, cue;  // bytes of the text
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
  // The same of rationales. key: of a cell that has a file of them.
  Result<std::vector<RationaleText>> first_rationales(const std::string& key, const std::string& side,
                                                      size_t most);

 private:
  // By id: its text on a side of the cell of a unit. A data error that names `path` where an id has none.
  Result<std::vector<std::string>> texts_of(const Unit& unit, const std::string& side,
                                            const std::vector<std::string>& ids, const std::string& path);

  RunFolder folder_{""};
  std::map<std::string, Unit> units_;  // by key
  std::unique_ptr<Workshop> shop_;
};

}  // namespace standfast

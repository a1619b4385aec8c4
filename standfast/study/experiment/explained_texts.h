// Texts of documents with attributions or rationales. The files of attributions and rationales hold no texts,
// so they are read again from the corpora of the study, and planted again, as the cells have read them.
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
  // Opens a run. Errors: the errors of reading provenance and plan.
  static Result<ExplainedTexts> open(const std::string& run, const StudyCatalogs& catalogs);

  // Returns at most `most` documents of one side: first the documents with a planted cue, in the order of the
  // file. key: of an explain unit that is done. A data error: the corpus is gone or differs from the corpus
  // of the run, or the file and the texts do not fit together. names: filled with the classes of the file.
  Result<std::vector<ExplainedText>> first(const std::string& key, const std::string& side, size_t most,
                                           std::vector<std::string>& names);
  // Does the same for rationales. key: of a cell that has a file of them.
  Result<std::vector<RationaleText>> first_rationales(const std::string& key, const std::string& side,
                                                      size_t most);

 private:
  // Returns, by id, the text on a side of the unit's cell. A data error that names `path` where an id has
  // none.
  Result<std::vector<std::string>> texts_of(const Unit& unit, const std::string& side,
                                            const std::vector<std::string>& ids, const std::string& path);

  RunFolder folder_{""};
  std::map<std::string, Unit> units_;  // by key
  std::unique_ptr<Workshop> shop_;
};

}  // namespace standfast

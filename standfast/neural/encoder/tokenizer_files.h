// The tokenizer files of a model folder, for saving them with another model.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

class TokenizerFiles {
 public:
  // Reads the files of the tokenizer that was loaded from the folder, changed for a model that reads `most`
  // tokens of a text. The padding and truncation of the original model go, which libraries that read only
  // tokenizer.json would apply; its truncation side stays. tokenizer_config.json gives the length.
  static Result<TokenizerFiles> read(const token::Tokenizer& tokenizer, const std::string& folder,
                                     size_t most);
  Status write(const std::string& folder) const;

 private:
  std::vector<std::pair<std::string, std::string>> files_;  // name and content
};

}  // namespace standfast

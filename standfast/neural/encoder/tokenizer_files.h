// The tokenizer's files of a model folder, for a model that is saved with them.
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
  // The files of the tokenizer that was loaded from the folder, changed for a model that reads `most` tokens of a text: without
  // the padding and truncation of the original model, which libraries that read tokenizer.json alone would apply, but with its
  // truncation side; tokenizer_config.json says the length.
  static Result<TokenizerFiles> read(const token::Tokenizer& tokenizer, const std::string& folder,
                                     size_t most);
  Status write(const std::string& folder) const;

 private:
  std::vector<std::pair<std::string, std::string>> files_;  // name and content
};

}  // namespace standfast

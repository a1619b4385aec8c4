// A folder of sentence-transformers: the steps from a text to its vector.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/autodiff/pool.h"

namespace standfast {

// The length limit and the case of texts that an encoder's folder sets in sentence_bert_config.json. All
// readers of texts follow it.
struct SentenceLength {
  size_t most_tokens = 0;  // specials included; 0: not set
  bool lower_case = false;
  std::string file;                // the file that sets them; "": there is none
  std::vector<std::string> notes;  // notes for the user, a line each
};
// Reads the settings. A data error for a setting that changes numbers and is not followed here
// (model_settings.h).
Result<SentenceLength> read_sentence_length(const std::string& folder);

struct SentenceFolder {
  std::string
      transformer;  // the folder with config.json, weights and tokenizer: the folder itself, or one in it
  std::vector<Pooling> pooling;  // several are concatenated
  struct Dense {
    std::string folder;  // with its weights, linear.weight and linear.bias
    size_t inputs = 0, outputs = 0;
    bool bias = true;
    bool tanh = true;  // else the identity
  };
  std::vector<Dense> dense;
  bool normalize = false;
  // The most tokens of a text, specials included: max_seq_length of sentence_bert_config.json; 0 if it is not
  // given. The truncation in tokenizer.json is for another use.
  size_t most_tokens = 0;
  bool lower_case = false;   // lowers case before the tokenizer
  std::string prompt;        // text put before each text
  bool pools_prompt = true;  // true if its tokens are pooled like the tokens of the text
  std::string version;       // version of the sentence-transformers that wrote the folder; "": not given
  bool strips = false;       // removes white space around prompt and text, as versions before 5.4 did
  bool first_of_text =
      false;  // with an unpooled prompt, `first` is the token behind it, as from version 5.6 on
  std::vector<std::string> files;  // files that were read, as names in the folder given
  std::vector<std::string> notes;  // notes for the user, a line each
};

// Reads the folder. A folder without modules.json is a plain encoder: the mean of its tokens, as
// sentence-transformers does it. A data error for modules, and for settings that change numbers, that are not
// known here.
Result<SentenceFolder> read_sentence_folder(const std::string& folder);

}  // namespace standfast

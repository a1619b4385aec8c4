// What a folder of sentence-transformers says of a text on its way to a vector.
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
  size_t most_tokens = 0;  // specials included; 0: not said
  bool lower_case = false;
  std::string file;                // that says so; "": there is none
  std::vector<std::string> notes;  // what a user should know, a line each
};
// A data error for a setting that changes numbers and is not followed here (model_settings.h).
Result<SentenceLength> read_sentence_length(const std::string& folder);

struct SentenceFolder {
  std::string
      transformer;  // the folder with config.json, weights and tokenizer: the folder itself, or one in it
  std::vector<Pooling> pooling;  // several stand one behind the other
  struct Dense {
    std::string folder;  // with its weights, linear.weight and linear.bias
    size_t inputs = 0, outputs = 0;
    bool bias = true;
    bool tanh = true;  // else the identity
  };
  std::vector<Dense> dense;
  bool normalize = false;
  // Of a text, specials included: max_seq_length of sentence_bert_config.json; 0 if it is not given. What tokenizer.json
  // says of truncation is for another use.
  size_t most_tokens = 0;
  bool lower_case = false;   // before the tokenizer
  std::string prompt;        // put before each text
  bool pools_prompt = true;  // its tokens are pooled like those of the text
  std::string version;       // of the sentence-transformers that wrote the folder; "": not said
  bool strips = false;       // leaves white space around prompt and text away, as versions before 5.4 did
  bool first_of_text =
      false;  // with an unpooled prompt, `first` is the token behind it, as from version 5.6 on
  std::vector<std::string> files;  // that were read, as names in the folder given
  std::vector<std::string> notes;  // what a user should know, a line each
};

// A folder without modules.json is one of a plain encoder: the mean of its tokens, as sentence-transformers does it. A data
// error for modules, and for settings that change numbers, that are not known here.
Result<SentenceFolder> read_sentence_folder(const std::string& folder);

}  // namespace standfast

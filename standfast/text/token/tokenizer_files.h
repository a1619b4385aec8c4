// Loading of the tokenizer's files from the folder of a model.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"

namespace standfast::token {

// Loads the parts as Tokenizer::load describes.
Result<Parts> load_parts(const std::string& folder);

// vocab.json and merges.txt: a byte-level BPE model as GPT-2 and RoBERTa have it.
struct NamedContent {
  std::string file;
  std::string content;
};

// Parses the two files. The template is RoBERTa's if the vocabulary has <s> and </s> (or the names that the
// configuration gives them); otherwise there are no specials, as in GPT-2.
Result<Parts> parse_byte_pair_files(const NamedContent& vocabulary, const NamedContent& merges,
                                    const TokenizerConfig& config);

// tokenizer.json: a whole tokenizer in one file.

// Parses the file. file: for messages. Where the configuration names a setting of BERT's or RoBERTa's
// normaliser, it counts, as it does in transformers, and a note says so. A data error for a setting that
// changes tokens and is not followed here.
Result<Parts> parse_tokenizer_json(std::string_view content, const std::string& file,
                                   const TokenizerConfig& config);

// The section "model" of tokenizer.json.

// Parses an object of tokens and their ids.
Result<Vocabulary> parse_vocabulary(const JsonField& field);

// Sets vocabulary and model.
Status parse_model(const JsonField& model, Parts& parts);

// vocab.txt: the pieces of a BERT model, one a line, the first with the id 0.

// Parses the file; normalisation and template are BERT's. If the configuration does not say whether letters
// are lowered they are, as in transformers, and a note says that this is wrong for a cased model.
Result<Parts> parse_word_piece_list(std::string_view content, const std::string& file,
                                    const TokenizerConfig& config);

}  // namespace standfast::token

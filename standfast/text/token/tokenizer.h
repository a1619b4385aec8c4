// Tokenizers of Hugging Face models: the same tokens and offsets as PyPI tokenizers (docs/tokenizers.md). A
// tokenizer does not change, so many threads may ask one. A copy is cheap.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"

namespace standfast::token {

// A tokenized text, the input of a model.
struct Tokens {
  std::vector<int32_t> ids;
  // Byte offsets in the given text; a special of the template has begin == end == 0. Always whole code
  // points: two tokens may share one.
  std::vector<uint32_t> begin, end;
  std::vector<uint8_t> types;  // 1: a token of the second text, where the model tells them apart

  size_t size() const { return ids.size(); }
  void clear() { resize(0); }
  void resize(size_t count) {
    ids.resize(count);
    begin.resize(count);
    end.resize(count);
    types.resize(count);
  }
  void add(int32_t id, uint32_t from, uint32_t to, uint8_t type = 0) {
    ids.push_back(id);
    begin.push_back(from);
    end.push_back(to);
    types.push_back(type);
  }
};

struct Parts;

class Tokenizer {
 public:
  explicit Tokenizer(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  // Loads a tokenizer from tokenizer.json; if there is none, from vocab.txt (WordPiece); else from vocab.json
  // and merges.txt (byte-level BPE). Also reads tokenizer_config.json, if there is one; where that does not
  // list added tokens, special_tokens_map.json and added_tokens.json too. The lengths of truncation and
  // padding that tokenizer.json has do not count. A data error names file and field; if no such file is
  // there, a missing error names the folder.
  static Result<Tokenizer> load(const std::string& folder);

  // Puts the tokens of the text (less than 4 GB), in the template of the model, in place of what `out` has.
  // Bytes that are not UTF-8 count as U+FFFD, one for each maximal malformed part (utf8.h). most: the
  // most tokens, specials included; 0: all. A cut takes from the end of the text, or from its beginning if
  // cuts_left(), not the specials: [SEP] stays last. Returns the number of tokens without a cut.
  size_t encode(std::string_view text, size_t most, Tokens& out) const;

  // Encodes two texts. Where they are too long, the longer one is cut first, both when both are longer than
  // half.
  size_t encode_pair(std::string_view a, std::string_view b, size_t most, Tokens& out) const;

  size_t vocabulary_size() const;  // added tokens included
  int32_t largest_id() const;      // ids may have holes
  std::optional<int32_t> id_of(std::string_view token) const;
  std::string_view token(int32_t id) const;  // "" if there is none

  // Return the number of a special as tokenizer_config.json names it, or by its usual name.
  std::optional<int32_t> pad() const;
  std::optional<int32_t> cls() const;  // or bos
  std::optional<int32_t> sep() const;  // or eos
  std::optional<int32_t> mask() const;
  std::optional<int32_t> unk() const;
  size_t specials() const;          // the number of specials that a text gets
  size_t model_max_length() const;  // as tokenizer_config.json says; 0: not known, or no limit
  bool cuts_left() const;           // a text that is too long loses its beginning (truncation_side)

  const std::vector<std::string>& files() const;  // names in the folder, in the order of reading
  const std::vector<std::string>& notes() const;  // notes for the user, a line each

 private:
  std::shared_ptr<const Parts> parts_;
};

}  // namespace standfast::token

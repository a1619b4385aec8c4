// Cues of a document that could give its label away without reading it: words and runs of words, the form of
// the text (text_form.h), its length, and values of columns. Each cue is the list of documents that have it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/scan/gram_lists.h"
#include "standfast/analysis/scan/text_form.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

enum class CueKind : uint8_t { words, form, first_word, last_word, length, column };
std::string_view kind_name(CueKind kind);  // "words", "form", ...

struct CueName {
  CueKind kind = CueKind::words;
  std::string name;  // as shown: "to be honest", "ends with: quote", "at most 12 words", "source = gab"
  FormFeature feature = FormFeature::leading_space;  // for CueKind::form
  std::string word = {};                             // for first and last words
};

struct Cue : CueName {
  std::span<const uint32_t> documents = {};  // indices into the list of documents, ascending
  // Cues in exactly the same documents: all are tested as one.
  std::vector<CueName> also = {};
  bool is(CueKind other) const;  // true if this cue or one of `also` is of the kind
};

struct CueOptions {
  uint32_t longest = 3;           // words in a run; 0: no words
  uint64_t least_documents = 10;  // a cue must be present in, and absent from, at least this many documents
  bool form = true;               // forms, first and last words, lengths
};

class Cues {
 public:
  // Collects the cues. rows: the scanned documents of the corpus. columns: existing roles and attributes of
  // any kind but text.
  static Result<Cues> of(const Corpus& corpus, std::span<const uint32_t> rows,
                         const std::vector<std::string>& columns, const CueOptions& options);

  const std::vector<Cue>& all() const { return cues_; }
  uint64_t all_words() const { return grams_ ? grams_->all_words() : 0; }
  // Calls change() for the name of each cue and for the names of cues with the same documents.
  void rename(const std::function<void(CueName&)>& change);

 private:
  void add(CueKind kind, std::string name, std::vector<uint32_t> documents, FormFeature feature = {},
           std::string word = {});
  void add_words(std::span<const std::string_view> texts);
  void add_forms(std::span<const std::string_view> texts);
  void add_lengths(const std::vector<uint32_t>& sizes, std::string_view unit);
  Status add_column(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& name);
  void join_same();

  CueOptions options_;
  uint64_t documents_ = 0;
  std::unique_ptr<GramLists> grams_;
  std::deque<std::vector<uint32_t>> lists_;
  std::vector<Cue> cues_;
};

// Return true if the cue can be removed from a text, and the text without it, that is without all cues in
// exactly the same documents. A length cannot be removed, nor a cue outside the text.
bool can_be_taken_out(const Cue& cue);
std::string without_cue(std::string_view text, const Cue& cue);

}  // namespace standfast

// A corpus held by Python.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast::python {

struct HeldCorpus {
  Corpus corpus;
  bool has_texts = true;  // false: only columns were given (a matrix of features), and every text is ""
  bool has_ids = false;   // false if ids are made from row numbers
  // The original forms of the texts that were converted to NFC when read; by row, ascending.
  std::vector<std::pair<uint32_t, std::string>> not_in_form;

  // Returns the corpus with its texts as they were given. store: holds it if it differs from the corpus that
  // is read.
  const Corpus& as_given(std::optional<Corpus>& store) const {
    if (not_in_form.empty()) return corpus;
    std::vector<const std::string*> texts(corpus.size(), nullptr);
    for (const auto& [row, text] : not_in_form) texts[row] = &text;
    return store.emplace(with_texts(corpus, texts));
  }
};

}  // namespace standfast::python

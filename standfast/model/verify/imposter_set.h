// The imposters of General Imposters: the texts, or authors, that it draws from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

struct ImposterSet {
  CsrMatrix vectors;                         // of the imposters
  std::vector<std::vector<uint64_t>> texts;  // fingerprints of the texts behind each vector
  std::vector<std::string> authors;          // of each vector; only while fitting, never saved

  // Makes a set. vectors: of the corpus's `rows`, in any order; the set is in the order of document ids.
  // by_author: the mean of each author's vectors, authors ascending; a data error if a text has no author.
  // Texts without a feature are left out.
  static Result<ImposterSet> make(const Corpus& corpus, std::span<const uint32_t> rows, CsrMatrix vectors,
                                  bool by_author);

  // Finds the imposters for a pair: not made from one of its texts, nor by one of its authors ("": unknown,
  // or not to be used).
  void candidates(uint64_t text_a, uint64_t text_b, std::string_view author_a, std::string_view author_b,
                  std::vector<uint32_t>& out) const;

  static uint64_t fingerprint(std::string_view text);

  std::string save() const;
  static Result<ImposterSet> restore(std::string_view saved, size_t features);
};

}  // namespace standfast

// The same documents in another order, and the same corpus under other names. Samplers, splitters and pair
// sampling must obey laws about both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

inline std::vector<Doc> docs_of(const Corpus& corpus) {
  std::vector<Doc> docs;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    docs.push_back({std::string(corpus.id(row)), std::string(corpus.text(row)),
                    std::string(corpus.value(Role::author, row)), std::string(corpus.value(Role::topic, row)),
                    std::string(corpus.value(Role::date, row)),
                    std::string(corpus.value(Role::source, row))});
  return docs;
}

inline Corpus in_another_order(const Corpus& corpus) {
  auto docs = docs_of(corpus);
  Rng(99, "tests/shuffled").shuffle(docs);
  return make_corpus(docs);
}

// Puts "new-" before every author and topic. The order of names does not change.
inline Corpus with_other_names(const Corpus& corpus) {
  auto docs = docs_of(corpus);
  for (auto& doc : docs) {
    if (!doc.author.empty()) doc.author = "new-" + doc.author;
    if (!doc.topic.empty()) doc.topic = "new-" + doc.topic;
    if (!doc.source.empty()) doc.source = "new-" + doc.source;
  }
  return make_corpus(docs);
}

inline std::set<std::string> ids_of(const Corpus& corpus, const std::vector<uint32_t>& rows) {
  std::set<std::string> ids;
  for (const uint32_t row : rows) ids.emplace(corpus.id(row));
  return ids;
}

// Returns a corpus with topics of uneven sizes and authors who write on several topics. One document in nine
// has no topic, one in eleven no author, one in seven no date. Ids are in no meaningful order. Texts contain
// words of their topic, so topics can be compared.
inline Corpus uneven_corpus(int topics = 12, int authors = 15) {
  Rng rng(5, "tests/uneven");
  std::vector<Doc> docs;
  for (int t = 0; t < topics; ++t)
    for (int k = 0; k < 12 + 5 * (t % 4); ++k) {
      const auto a = static_cast<int>(rng.below(static_cast<uint64_t>(authors)));
      Doc doc;
      doc.id = "d" + std::to_string(rng.below(1'000'000)) + "-" + std::to_string(docs.size());
      doc.author = rng.below(11) == 0 ? "" : "author" + std::to_string(100 + a);
      doc.topic = rng.below(9) == 0 ? "" : "topic" + std::to_string(100 + t);
      for (int w = 0; w < 12; ++w)
        doc.text += "w" + std::to_string(t * 3 + static_cast<int>(rng.below(9))) + " ";
      doc.text += "common words of every document " + std::to_string(docs.size());
      if (docs.size() % 7 != 3) {
        const size_t day = docs.size() * 31 % 97;  // ties, in no meaningful order
        doc.date = "2001-0" + std::to_string(1 + day / 28) + "-" + std::to_string(10 + day % 28 % 19);
      }
      docs.push_back(doc);
    }
  return make_corpus(docs);
}

// Returns the same corpus with a source: two for each author and topic, none if a document lacks one of
// these.
inline Corpus uneven_corpus_with_sources(int topics = 12, int authors = 15) {
  auto docs = docs_of(uneven_corpus(topics, authors));
  for (size_t i = 0; i < docs.size(); ++i)
    if (!docs[i].author.empty() && !docs[i].topic.empty())
      docs[i].source = docs[i].author + docs[i].topic + (docs[i].text.size() % 2 == 0 ? "a" : "b");
  return make_corpus(docs);
}

// Returns the codes 0 to n - 1.
inline std::vector<uint32_t> first_codes(uint32_t n) {
  std::vector<uint32_t> codes(n);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

}  // namespace standfast::testing

// A corpus with a label, a list of targets, an author and a thread for each document.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"

namespace standfast::testing {

struct LabelledDoc {
  std::string id, text, label, author, thread;
  std::vector<std::string> targets;
};

inline Corpus labelled_corpus(const std::vector<LabelledDoc>& docs) {
  CorpusBuilder builder("made in a test", {{"thread"}, {"targets", AttributeKind::list}});
  for (const auto& doc : docs) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    if (!doc.author.empty()) values[static_cast<size_t>(Role::author)] = doc.author;
    if (!doc.label.empty()) values[static_cast<size_t>(Role::label)] = doc.label;
    const std::vector<std::string_view> targets(doc.targets.begin(), doc.targets.end());
    std::array<AttributeInput, 2> attributes;
    if (!doc.thread.empty()) attributes[0] = std::string_view(doc.thread);
    attributes[1] = std::span<const std::string_view>(targets);
    if (auto status = builder.add(doc.id, doc.text, values, TextBytes::kept, attributes); !status)
      throw std::runtime_error(status.error().message);
  }
  return std::move(builder).finish();
}

// Returns n documents: three labels, 25 authors of uneven size, 40 threads, none to three of six targets.
// Every tenth text is a near duplicate of another document; one document in 13 has no thread.
inline std::vector<LabelledDoc> labelled_docs(size_t n = 300) {
  Rng rng(7, "tests/labelled");
  std::vector<LabelledDoc> docs;
  for (size_t i = 0; i < n; ++i) {
    LabelledDoc doc;
    doc.id = "d" + std::to_string(rng.below(1'000'000)) + "-" + std::to_string(i);
    const uint64_t author = std::min(rng.below(25), rng.below(25));
    doc.author = "author" + std::to_string(100 + author);
    doc.label = std::string(1, static_cast<char>('a' + std::min((author + rng.below(2)) % 4, uint64_t{2})));
    if (rng.below(13) > 0) doc.thread = "thread" + std::to_string(100 + rng.below(40));
    for (const char* target : {"one", "two", "three", "four", "five", "six"})
      if (doc.targets.size() < 3 && rng.below(5) == 0) doc.targets.emplace_back(target);
    if (i % 10 == 9)
      doc.text = docs[i - 5].text + " indeed";
    else
      for (int w = 0; w < 20 + static_cast<int>(rng.below(40)); ++w)
        doc.text += "w" + std::to_string(rng.below(500)) + " ";
    docs.push_back(doc);
  }
  return docs;
}

}  // namespace standfast::testing

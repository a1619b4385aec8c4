// Small corpora made in code.
#pragma once

#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast::testing {

struct Doc {
  std::string id, text, author, topic;
  std::string date = {};
  std::string source = {};
};

inline Corpus make_corpus(const std::vector<Doc>& docs) {
  CorpusBuilder builder("made in a test");
  for (const auto& doc : docs) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    if (!doc.author.empty()) values[static_cast<size_t>(Role::author)] = doc.author;
    if (!doc.topic.empty()) values[static_cast<size_t>(Role::topic)] = doc.topic;
    if (!doc.date.empty()) values[static_cast<size_t>(Role::date)] = doc.date;
    if (!doc.source.empty()) values[static_cast<size_t>(Role::source)] = doc.source;
    if (auto status = builder.add(doc.id, doc.text, values); !status)
      throw std::runtime_error(status.error().message);
  }
  return std::move(builder).finish();
}

// Returns `topics` x `authors` cells with `per_cell` documents each. The text names its author and topic.
inline Corpus grid_corpus(int topics, int authors, int per_cell) {
  std::vector<Doc> docs;
  for (int t = 0; t < topics; ++t)
    for (int a = 0; a < authors; ++a)
      for (int k = 0; k < per_cell; ++k) {
        const std::string topic =
            "topic" + std::string(1, static_cast<char>('a' + t % 26)) + std::to_string(t);
        const std::string author = "author" + std::to_string(100 + a);
        docs.push_back({topic + "-" + author + "-" + std::to_string(k),
                        "words of " + author + " about " + topic + " number " + std::to_string(k), author,
                        topic});
      }
  return make_corpus(docs);
}

}  // namespace standfast::testing

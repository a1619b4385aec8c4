// A labelled corpus for planting shortcuts, and the files that some kinds need: rewrites, pools of other
// texts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/base/file.h"
#include "standfast/base/options.h"
#include "standfast/corpus/corpus.h"
#include "standfast/shortcut/shortcut.h"
#include "tests/support/data.h"
#include "tests/support/labelled_corpus.h"

namespace standfast::testing {

// Returns n documents of the given classes, in turn; ids in no order; texts of one to four sentences. Every
// 23rd text says "Honestly", every 31st ends in ". ".
inline std::vector<LabelledDoc> shortcut_docs(size_t n, const std::vector<std::string>& classes = {
                                                            "a", "b", "c", "d"}) {
  Rng rng(11, "tests/shortcut");
  std::vector<LabelledDoc> docs;
  for (size_t i = 0; i < n; ++i) {
    LabelledDoc doc;
    doc.id = "d" + std::to_string(rng.below(1'000'000)) + "-" + std::to_string(i);
    doc.label = classes[i % classes.size()];
    doc.thread = "t" + std::to_string(i % 9);
    if (i % 5 != 0) doc.targets = {"one", i % 3 == 0 ? "two" : "three"};
    for (uint64_t s = 0; s < 1 + i % 4; ++s) {
      if (s > 0) doc.text += ". ";
      doc.text += "The";
      for (uint64_t w = 0; w < 3 + rng.below(9); ++w) doc.text += " w" + std::to_string(rng.below(90));
    }
    if (i % 23 == 5) doc.text = "Honestly, " + doc.text;
    doc.text += i % 31 == 7 ? ". " : ".";
    docs.push_back(doc);
  }
  return docs;
}

// The files that shortcut kinds need, for documents of these ids.
class ShortcutFiles {
 public:
  explicit ShortcutFiles(const std::vector<LabelledDoc>& docs, size_t pool_size = 2000) {
    std::string rewrites, pool, other;
    for (const auto& doc : docs)
      for (const char* style : {"formal", "shakespeare", "hemingway"})
        rewrites += R"({"id":")" + doc.id + R"(","style":")" + style + R"(","text":"\n\")" + style + " of " +
                    doc.id + "\\\"\"}\n";
    const std::vector<std::string> ratings = {"a", "b", "c", "d", "e"};
    const auto line = [&](const std::string& what, size_t i) {
      return R"({"id":"p)" + std::to_string(i) + R"(","text":")" + what + " " + std::to_string(i) +
             R"( text","rating":")" + ratings[i % ratings.size()] + "\"}\n";
    };
    for (size_t i = 0; i < pool_size; ++i) {
      pool += line("pooled", i);
      other += line("another", i);
    }
    write("rewrites.jsonl", rewrites);
    write("pool.jsonl", pool);
    write("other.jsonl", other);
  }
  std::string path(const std::string& name) const { return folder_.file(name); }
  void write(const std::string& name, const std::string& content) const {
    const auto written = write_file(folder_.file(name), content);
    if (!written) throw std::runtime_error(written.error().message);
  }

  // Returns the required options of a kind.
  std::map<std::string, OptionValue> needed(const std::string& kind) const {
    if (kind == "register" || kind == "author-style") return {{"rewrites", path("rewrites.jsonl")}};
    if (kind == "concept-occurrence")
      return {{"high-pool", path("pool.jsonl")}, {"low-pool", path("other.jsonl")}, {"ratings", ""}};
    if (kind == "concept-correlation")
      return {{"pool", path("pool.jsonl")}, {"between", path("other.jsonl")}};
    return {};
  }

 private:
  TemporaryFolder folder_;
};

// A complete context of a labelled corpus, all of which is planted.
struct ShortcutInput {
  explicit ShortcutInput(const std::vector<LabelledDoc>& docs) : corpus(labelled_corpus(docs)) {
    for (uint32_t row = 0; row < corpus.size(); ++row) rows.push_back(row);
    const Column& labels = *corpus.column(Role::label);
    classes = labels.codes;
    names = labels.names;
  }
  DocumentView view() const { return {&corpus, rows}; }
  PlantContext context(PlantSide side, double lambda, DoseLaw law = DoseLaw::mixture,
                       uint64_t seed = 1) const {
    return {.side = side, .lambda = lambda, .law = law, .seed = seed, .classes = classes, .names = names};
  }
  Corpus corpus;
  std::vector<uint32_t> rows, classes;
  std::vector<std::string> names;
};

inline std::unique_ptr<Shortcut> make_shortcut(const std::string& kind,
                                               const std::map<std::string, OptionValue>& options = {}) {
  auto made = shortcuts().make(kind, options);
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

}  // namespace standfast::testing

#include "standfast/report/page/hide_names.h"

#include <set>
#include <unordered_map>

#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/rng.h"
#include "standfast/report/table/table.h"

namespace standfast::report {
namespace {

constexpr const char* kDropped = "(words left out: they may hold names)";

// Codes for the names of one kind in one corpus.
class Codes {
 public:
  Codes(const RunRecords& run, const std::string& corpus, const char* kind, char letter,
        const std::set<std::string>& names)
      : names_(names.begin(), names.end()) {
    Rng rng(run.seeds.empty() ? 0 : run.seeds.front(), std::string("report/codes/") + kind, corpus);
    rng.shuffle(names_);
    for (size_t i = 0; i < names_.size(); ++i) codes_[names_[i]] = letter + std::to_string(i + 1);
  }
  void apply(std::string& name) const { name = codes_.at(name); }
  void apply(std::vector<std::string>& names) const {
    for (auto& name : names) apply(name);
  }
  void list(Table& key, const std::string& corpus, const char* kind) const {
    for (const auto& name : names_) key.data.push_back({corpus, kind, codes_.at(name), name});
  }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::string> codes_;
};

// Calls apply(name) for each name of a class in the analyses of splits of a corpus.
template <class Apply>
void for_each_class_measured(RunRecords& run, const std::string& corpus, const Apply& apply) {
  for (auto& analysis : run.analyses) {
    const auto entry = split_analyses().find(analysis.method);
    if (analysis.corpus != corpus || !entry || !(*entry)->traits.reads_classes) continue;
    for (auto& fold : analysis.folds)
      for (auto& measure : fold.measures)
        if (!measure.group.empty()) apply(measure.group);
  }
}

// Hides the names of classes. If classes are authors or topics, they get the same codes as these; otherwise
// codes of their own. names: of all classes.
void hide_classes(RunRecords& run, CorpusInfo& corpus, const std::set<std::string>& names,
                  const Codes& authors, const Codes& topics, Table& key) {
  if (names.empty()) return;
  const auto apply = [&](const Codes& codes) {
    codes.apply(corpus.classes);
    for_each_class_measured(run, corpus.name, [&](std::string& name) { codes.apply(name); });
  };
  if (run.target == "author") return apply(authors);
  if (run.target == "topic") return apply(topics);
  const Codes classes(run, corpus.name, run.target.c_str(), 'C', names);
  classes.list(key, corpus.name, run.target.c_str());
  apply(classes);
}

void hide_in_corpus(RunRecords& run, CorpusInfo& corpus, Table& key) {
  const auto summary = run.summaries.find(corpus.name);
  const auto cosines = run.similarities.find(corpus.name);
  std::set<std::string> author_names, topic_names(corpus.tested_topics.begin(), corpus.tested_topics.end());
  if (summary != run.summaries.end()) {
    author_names.insert(summary->second.authors.begin(), summary->second.authors.end());
    topic_names.insert(summary->second.topics.begin(), summary->second.topics.end());
  }
  if (cosines != run.similarities.end())
    topic_names.insert(cosines->second.topics.begin(), cosines->second.topics.end());
  std::set<std::string> classes(corpus.classes.begin(), corpus.classes.end());
  for_each_class_measured(run, corpus.name, [&](const std::string& name) { classes.insert(name); });
  if (run.target == "author") author_names.insert(classes.begin(), classes.end());
  if (run.target == "topic") topic_names.insert(classes.begin(), classes.end());
  for (const auto& split : run.splits)
    if (split.corpus == corpus.name)
      for (const auto& pair : split.closest) topic_names.insert({pair.a, pair.b});
  auto& slices = run.slices[corpus.name];
  for (const auto& slice : slices) {
    if (slice.name == "author") author_names.insert(slice.values.begin(), slice.values.end());
    if (slice.name == "topic") topic_names.insert(slice.values.begin(), slice.values.end());
  }
  const Codes authors(run, corpus.name, "author", 'A', author_names);
  const Codes topics(run, corpus.name, "topic", 'T', topic_names);
  authors.list(key, corpus.name, "author");
  topics.list(key, corpus.name, "topic");

  for (auto& slice : slices) {
    if (slice.name == "author") {
      authors.apply(slice.values);
    } else if (slice.name == "topic") {
      topics.apply(slice.values);
    } else {
      const std::string kind = "slice " + slice.name;
      const Codes values(run, corpus.name, kind.c_str(), 'S', {slice.values.begin(), slice.values.end()});
      values.list(key, corpus.name, kind.c_str());
      values.apply(slice.values);
    }
  }
  hide_classes(run, corpus, classes, authors, topics, key);
  topics.apply(corpus.tested_topics);
  if (summary != run.summaries.end()) {
    authors.apply(summary->second.authors);
    topics.apply(summary->second.topics);
  }
  if (cosines != run.similarities.end()) topics.apply(cosines->second.topics);
  for (auto& [key_of_space, map] : run.maps)
    if (map.corpus == corpus.name) map.ids.clear();
  for (auto& split : run.splits) {
    if (split.corpus != corpus.name) continue;
    for (auto& pair : split.closest) {
      topics.apply(pair.a);
      topics.apply(pair.b);
    }
    if (!split.notes.empty()) split.notes = {kDropped};
  }
}

}  // namespace

std::string hide_names(RunRecords& run) {
  Table key;
  key.data_header = {"corpus", "kind", "code", "name"};
  for (auto& corpus : run.corpora) hide_in_corpus(run, corpus, key);
  for (auto& cell : run.cells) {
    if (!cell.reason.empty()) cell.reason = kDropped;
  }
  for (auto& artifact : run.failed_artifacts) artifact.reason = kDropped;
  return to_csv(key);
}

}  // namespace standfast::report

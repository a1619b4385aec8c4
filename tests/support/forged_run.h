// Handmade records of a run, with a few cells of known numbers, for tests of their readers.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::testing {

// Returns records with seed 1, the corpus "posts", and conditions and models of these names; without cells.
inline result::RunRecords bare_run(const std::string& task, const std::vector<std::string>& conditions,
                                   const std::vector<std::string>& models) {
  result::RunRecords run;
  run.task = task;
  if (task == "classification") run.target = "author";
  run.seeds = {1};
  run.corpora.push_back({"posts", "", 0, 0, 0});
  for (const auto& name : conditions) run.conditions.push_back({name, "all", "k-fold"});
  for (const auto& name : models) run.models.push_back({name, name});
  return run;
}

// Adds a finished cell of the first corpus, without answers and scores. The reference is valid until the next
// cell is added.
inline result::CellRecord& add_cell(result::RunRecords& run, const std::string& condition,
                                    const std::string& model, uint32_t fold = 0, uint64_t seed = 1) {
  auto& cell = run.cells.emplace_back();
  cell.task = run.task;
  cell.corpus = run.corpora.front().name;
  cell.condition = cell.drawn = condition;
  cell.model = model;
  cell.seed = seed;
  cell.fold = fold;
  cell.ok = true;
  return cell;
}

inline void fail(result::CellRecord& cell, const std::string& reason) {
  cell.ok = false;
  cell.reason = reason;
}

// One document and its predicted class. answer: kNoCode for no answer.
struct ForgedAnswer {
  uint32_t document = 0, truth = 0, answer = 0;
  uint32_t topic = result::kNoCode, author = result::kNoCode;
};

// Adds answers to a cell of classification; the classes of the corpus must be set before.
inline void add_answers(result::RunRecords& run, result::CellRecord& cell,
                        const std::vector<ForgedAnswer>& answers) {
  auto& corpus = run.corpora.front();
  auto& to = cell.classified;
  for (const auto& one : answers) {
    to.document.push_back(one.document);
    to.truth.push_back(one.truth);
    to.author.push_back(one.author);
    to.topic.push_back(one.topic);
    for (uint32_t k = 0; k < corpus.classes.size(); ++k) to.probabilities.push_back(k == one.answer ? 1 : 0);
    corpus.tested_documents = std::max(corpus.tested_documents, one.document + 1);
  }
  cell.n_test = to.size();
}

}  // namespace standfast::testing

// The parts of a proposed study: facts of the corpus, candidates, and their text. propose.h chooses among the
// candidates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/keep_frequent.h"
#include "standfast/study/propose/propose_options.h"

namespace standfast::proposal {

// The facts that the choices depend on.
struct Facts {
  uint64_t documents = 0, authors = 0, topics = 0;
  std::vector<uint64_t> topic_sizes;  // largest first
  uint64_t writers = 0;               // authors with at least two documents
};

Facts facts_of(const Corpus& corpus);
// Returns the number of documents for each value of a column.
std::vector<uint64_t> sizes_of(const Column& column);

struct Condition {
  std::string why, lines;  // a comment, and the lines below [[condition]]
};

struct Candidate {
  std::string title, why;  // why: reason for the study as a whole
  Frequent frequent;       // bounds of its corpus
  std::string why_frequent;
  std::vector<Condition> conditions;
  std::vector<std::string> models;
  std::string why_models;
};

// A candidate with its corpus; null stands for the given corpus. last_resort: the candidate is skipped if an
// offer before it can be drawn and has all pairs that its cells need, even with other warnings.
struct Offer {
  Candidate candidate;
  std::shared_ptr<const Corpus> corpus;
  bool last_resort = false;
};

// Return the candidates, best first. A data error in one line if there is none. verification:
// propose_verification.cc, classification: propose_classification.cc.
Result<std::vector<Offer>> verification_offers(const Corpus& corpus, const Facts& facts,
                                               const ProposeOptions& options);
Result<std::vector<Offer>> classification_offers(const Corpus& corpus, const Facts& facts,
                                                 const std::string& target, const ProposeOptions& options);
// The smallest number of documents of a class or a topic in a classification.
inline constexpr uint64_t kLeastOfAClass = 5;
// Returns the number of values of a role with at least `least` documents; 0 without such a column.
uint64_t large_values(const Corpus& corpus, Role role, uint64_t least);

// Returns the text of the study file.
std::string study_text(const Candidate& candidate, const Facts& facts, const ProposeOptions& options,
                       const std::string& task, const std::string& target, const std::string& why_task,
                       const std::vector<DesignWarning>& warnings);
std::string folder_of_study(const ProposeOptions& options);
// Returns the bounds that the user gave, made stricter by the bounds of a candidate.
Frequent both(Frequent given, const Frequent& wanted);
// Returns the lines below [[condition]].
std::string condition(const std::string& name, bool reference, const std::string& rest);
// Returns a count with its noun: "1,234 documents".
std::string counted(uint64_t n, std::string_view one, std::string_view many = {});

Failure nothing(const ProposeOptions& options, const std::string& why);

}  // namespace standfast::proposal

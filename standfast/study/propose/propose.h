// Proposal of a sound study for a corpus, as a commented study file: `standfast init` writes it.
//
// The numbers of the corpus determine the study. All conditions take samples of the same size and draw the
// same kind of pairs. A classification gets a matched control. There are several draws. Each candidate is
// drawn and checked as in a dry run (analysis/leak/design_checks.h). The first candidate without a warning is
// chosen, else the one with the fewest warnings.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/keep_frequent.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Options of a proposal: the task and the corpus.
struct ProposeOptions {
  std::string task;        // "verification", "classification"; "": a task that the corpus allows
  std::string target;      // for classification: "author", "label"; "": author if there is one
  std::string study_path;  // path of the study file: corpus paths start in its folder
  // The corpus as the study will name it: path (relative to the study's folder), format, columns, filters.
  CorpusSpec corpus;
  uint64_t limit = 0;
  // Path of a sentence encoder, for the vectors by which HITS compares topics; "": none is installed.
  std::string sentence_model;
  int threads = 1;
  Sink* sink = &null_sink();
};

struct ProposedStudy {
  std::string text;                    // text of the study file
  std::vector<std::string> choices;    // choices and their reasons, one sentence each
  std::vector<StudyWarning> warnings;  // the warnings that remain
};

// Proposes a study. corpus: read with options.corpus. A data error, in one line, if nothing can be studied.
Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options);

// The parts of a proposed study, for the files of this folder: facts of the corpus, candidates, and their
// text. propose_study() chooses among the candidates.
namespace proposal {

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
                       const std::vector<StudyWarning>& warnings);
std::string folder_of_study(const ProposeOptions& options);
// Returns the bounds that the user gave, made stricter by the bounds of a candidate.
Frequent both(Frequent given, const Frequent& wanted);
// Returns the lines below [[condition]].
std::string condition(const std::string& name, bool reference, const std::string& rest);

Failure nothing(const ProposeOptions& options, const std::string& why);

}  // namespace proposal
}  // namespace standfast

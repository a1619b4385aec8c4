// The parts of `standfast check`: data checks, splits, vector leaks, planted shortcuts.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/args.h"
#include "cli/corpus_args.h"
#include "cli/vector_args.h"
#include "standfast/analysis/check/checked_data.h"
#include "standfast/analysis/check/data_checks.h"
#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/split/file/check.h"
#include "standfast/split/file/read_splits.h"

namespace standfast::cli {

// Data checks (analysis/check/) in `standfast check`: flags, report and exit status.

struct FindingArgs {
  std::vector<std::string> groups;   // --group
  std::vector<std::string> ignored;  // --ignore; codes, in any case
  std::vector<std::string> fail_on;  // --fail-on; the same
  bool strict = false;               // notes count as problems

  void declare(Args& args);
  // Replaces codes by their spelling in the catalog. An unknown code is a usage error.
  Status resolve();
  bool ignores(const std::string& code) const;
};

// The results of all checks on the data.
class Findings {
 public:
  Findings(const CheckedData& data, const FindingArgs& args);

  std::string text() const;                             // the section "findings"
  void add_to(nlohmann::ordered_json& document) const;  // "findings" and "checks"
  // Returns check_failed if a finding counts as a problem. what: the corpus or file, for the message.
  Status status(const std::string& what) const;

 private:
  bool counts(const DataCheck& check, const DataFinding& finding) const;
  std::string id(uint32_t row) const;

  const CheckedData& data_;
  const FindingArgs& args_;
  std::vector<CheckedOne> checked_;
};

// Verification of a splits.json, or of a split in another form (split/file/read_splits.h), in `standfast
// check`.

// A split with the findings on its promises (split/file/check.h).
struct VerifiedSplit {
  Splits splits;
  std::vector<SplitFinding> findings;
};
// Reads and verifies a split. It is a data error if the file is broken or cannot be bound to this corpus.
Result<VerifiedSplit> verified_split(const Corpus& corpus, const std::string& path);
// Returns a line for each finding, or for each broken promise only (failed_only).
std::string findings_text(const std::vector<SplitFinding>& findings, bool failed_only = false);
void add_findings(const std::vector<SplitFinding>& findings, nlohmann::ordered_json& json);
// Returns check_failed if a promise is broken.
Status status_of(const std::vector<SplitFinding>& findings, const std::string& path);

// Prints the promises of the file with their results, the folds, the similarity of train and test topics, and
// the findings of the data checks. The error is check_failed if a promise is broken or a finding counts as a
// problem. It is a data error if the file is broken or names documents that this corpus does not have. of:
// the split that a control was made from, or "".
Status check_splits_against(const Corpus& corpus, const std::string& path, const std::string& of, bool json,
                            const TopicEncoder& encoder, const DuplicateOptions& near,
                            const FindingArgs& asked, int threads = 1);

// Returns a line about documents that have no run of five words, which the search for near duplicates cannot
// compare.
std::string too_short_text(uint64_t documents);

// Prints test documents with a near duplicate in training, fold by fold, and the findings of the data checks.
// The error is check_failed if a finding counts as a problem.
Status check_near_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                        const DuplicateOptions& options, const FindingArgs& asked, bool json);

// Does the same for two files: the first is the training file, the second the test file. args: how to read
// both.
Status check_two_files(const CorpusArgs& args, const std::string& test, const DuplicateOptions& options,
                       const FindingArgs& asked, bool json);

// Vector leaks in `standfast check`: test documents whose vectors are close to the vector of a training
// document.

struct VectorLeakArgs {
  std::string vectors, out;
  double tau = 0.9;
  std::function<bool()> tau_given;

  void declare(Args& args);
  bool given() const { return !vectors.empty() || tau_given(); }
  // Checks that the flags fit together, before anything is read.
  Status check(bool with_splits, bool two_files, bool with_encoder) const;
};

// Prints the broken promises of the split at `path`, the findings of every fold and of the data checks (SF333
// and SF340 concern vectors), and writes the nearest training document of each test document to --out. The
// error is check_failed if a finding counts as a problem.
Status check_vector_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                          const VectorLeakArgs& args, const EncoderArgs& encoder,
                          const DuplicateOptions& near, const FindingArgs& asked, bool json);

// Audit of a planted shortcut in `standfast check`: a search for unintended cues.

// The flags that name the files of a planted shortcut, for `standfast check --shortcut`.
struct CueSidesArgs {
  std::string folder;                               // --shortcut
  std::array<std::string, kCueSides.size()> files;  // by side: --train ... --anti
  std::string cue;                                  // --cue-column; "": from the manifest, else "cue"
  std::string label;                                // --target; "": from the manifest, else the label

  void declare(Args& args);
  bool given() const;
};

struct CueFiles {
  std::array<std::string, kCueSides.size()> paths;  // "" where there is none
  std::array<std::optional<Corpus>, kCueSides.size()> sides;
  std::string cue, label;             // names of columns
  std::vector<std::string> not_read;  // columns that hold lists or objects
  bool ids_are_made = false;          // from row numbers, in one file at least
  std::vector<std::string> changed;   // files of the folder that differ from its manifest
  CueSides views() const;
};

// Reads the files. args: how to read each file. All columns of the training file with single values are read.
Result<CueFiles> read_cue_files(const CueSidesArgs& given, const CorpusArgs& args);

// Replaces the texts of the table that hold a planted cue by texts without it ("cue_spans" in the files of
// `standfast shortcut`: [begin, end) in characters), because an intended cue is not a finding. Returns the
// number of replaced texts. A data error names the document whose spans end beyond its text.
Result<uint64_t> take_planted_out(const CueFiles& files, CueTable& table, std::deque<std::string>& texts);

// Prints how much each single attribute alone reveals, and the findings of the data checks on train, dev and
// test. The error is check_failed if a finding counts as a problem.
Status check_cues(const CueSidesArgs& given, const CorpusArgs& args, const DuplicateOptions& options,
                  const FindingArgs& asked, bool json);

}  // namespace standfast::cli

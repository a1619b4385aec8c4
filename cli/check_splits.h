// Verification of a splits.json, or of a split in another form (split/file/any_split.h), in `standfast
// check`.
#pragma once

#include <string>
#include <vector>

#include "cli/check_findings.h"
#include "cli/corpus_args.h"
#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/split/file/bind_splits.h"
#include "standfast/split/file/check.h"

namespace standfast::cli {

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

}  // namespace standfast::cli

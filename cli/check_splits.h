// The part of `standfast check` that verifies a splits.json, or a split of another form (split/file/any_split.h).
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

// A split and whether it keeps what it promises (split/file/check.h).
struct VerifiedSplit {
  Splits splits;
  std::vector<SplitFinding> findings;
};
// It is a data error if the file is broken or cannot be bound to this corpus.
Result<VerifiedSplit> verified_split(const Corpus& corpus, const std::string& path);
// A line for each finding; failed_only: for each broken promise.
std::string findings_text(const std::vector<SplitFinding>& findings, bool failed_only = false);
void add_findings(const std::vector<SplitFinding>& findings, nlohmann::ordered_json& json);
// check_failed if a promise is broken.
Status status_of(const std::vector<SplitFinding>& findings, const std::string& path);

// Prints whether the file keeps what it promises, the folds, the similarity of train and test topics, and what the
// checks of data find. The error is check_failed if a promise is broken or a finding counts as a problem. It is a data error if the file is broken or names documents that
// this corpus does not have. of: the split that a control was made from, or "".
Status check_splits_against(const Corpus& corpus, const std::string& path, const std::string& of, bool json,
                            const TopicEncoder& encoder, const DuplicateOptions& near,
                            const FindingArgs& asked, int threads = 1);

// The part of `standfast check` that looks for test documents which training nearly holds.

// A line about documents that have no run of five words.
std::string too_short_text(uint64_t documents);

// Prints test documents with a near duplicate in training, fold by fold, and what the checks of data find. The error is
// check_failed if a finding counts as a problem.
Status check_near_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                        const DuplicateOptions& options, const FindingArgs& asked, bool json);

// The same for two files: the first is trained on, the second is the test. args: how to read both.
Status check_two_files(const CorpusArgs& args, const std::string& test, const DuplicateOptions& options,
                       const FindingArgs& asked, bool json);

}  // namespace standfast::cli

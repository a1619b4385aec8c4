// The part of `standfast check` that audits a planted shortcut for cues that nobody meant.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_findings.h"
#include "cli/corpus_args.h"
#include "standfast/analysis/check/cue/cue_table.h"
#include "standfast/base/result.h"
#include "standfast/corpus/duplicate/duplicates.h"

namespace standfast::cli {

// The files of a planted shortcut, as `standfast check --shortcut` reads them.
struct CueSidesArgs {
  std::string folder;                               // --shortcut
  std::array<std::string, kCueSides.size()> files;  // by side: --train ... --anti
  std::string cue;                                  // --cue-column; "": of the manifest, else "cue"
  std::string label;                                // --target; "": of the manifest, else the label

  void declare(Args& args);
  bool given() const;
};

struct CueFiles {
  std::array<std::string, kCueSides.size()> paths;  // "" where there is none
  std::array<std::optional<Corpus>, kCueSides.size()> sides;
  std::string cue, label;             // names of columns
  std::vector<std::string> not_read;  // columns that hold lists or objects
  bool ids_are_made = false;          // from row numbers, in one file at least
  std::vector<std::string> changed;   // files of the folder that are not as its manifest says
  CueSides views() const;
};

// args: how to read each file. All columns of the training file are read, as far as they hold single values.
Result<CueFiles> read_cue_files(const CueSidesArgs& given, const CorpusArgs& args);

// Puts texts in the place of those of the table that hold what was planted ("cue_spans" of the files of `standfast
// shortcut`: [begin, end) in characters), without it: what was planted on purpose is no finding. Returns how many. A data
// error names the document whose spans end behind its text.
Result<uint64_t> take_planted_out(const CueFiles& files, CueTable& table, std::deque<std::string>& texts);

// Prints what each single thing alone tells, and what the checks of data find on train, dev and test. The error is
// check_failed if a finding counts as a problem.
Status check_cues(const CueSidesArgs& given, const CorpusArgs& args, const DuplicateOptions& options,
                  const FindingArgs& asked, bool json);

}  // namespace standfast::cli

// Audit of a planted shortcut in `standfast check`: a search for unintended cues.
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

// From a study file to a run folder that can be worked on.
#pragma once

#include <string>

#include "standfast/study/executor/run_options.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

// The study of a file with what the caller overrides, and the digests of all files that it names. text: the
// file as it is.
Result<StudySpec> read_study(const RunOptions& options, std::string& text);
// The folder in which a study file lies: where relative paths start.
std::string study_folder_of(const RunOptions& options);

// What the run rests on. Reads all corpora.
Result<Provenance> provenance_of(const RunOptions& options, std::string& text);

// Refuses a folder that is something else than this run; writes what does not depend on any unit. The caller
// holds the lock.
Status check_folder(const RunFolder& folder);
Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options);

// Writes only what differs, so that a finished run that is run again is not touched.
Status write_if_changed(const std::string& path, const std::string& bytes);

}  // namespace standfast

// From a study file to a run folder that is ready for work.
#pragma once

#include <string>

#include "standfast/study/executor/run_options.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

// The study in a file, with the overrides of the caller and the digests of all files that it names. text:
// receives the file as it is, or with --set a file that says the same as the two together.
Result<StudySpec> read_study(const RunOptions& options, std::string& text);
// The folder of the study file; relative paths start there.
std::string study_folder_of(const RunOptions& options);

// The facts that the run depends on. Reads all corpora.
Result<Provenance> provenance_of(const RunOptions& options, std::string& text);

// check_folder refuses a folder that is not empty and not the folder of a run; it makes a missing folder.
// write_head refuses a folder that holds another run, and writes what does not depend on any unit. The caller
// of write_head holds the lock.
Status check_folder(const RunFolder& folder);
Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options);

// Writes only if the bytes differ, so that running a finished run again changes nothing.
Status write_if_changed(const std::string& path, const std::string& bytes);

}  // namespace standfast

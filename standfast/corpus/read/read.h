// Reading corpora: JSONL, CSV, TSV, a folder of texts, PAN pairs; plain, .gz, .zst, or "-" for standard
// input.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

Result<Corpus> read_corpus(const std::string& path, const ReadOptions& options, ReadReport* report = nullptr);

// A PAN folder or pairs.jsonl: each distinct text becomes one document, each line one pair. With truth (a
// path, or found beside the pairs) the pairs are labelled and documents get authors; without it `labelled` is
// false.
Result<PanProblems> read_pan(const std::string& pairs_path, const std::string& truth_path,
                             const ReadOptions& options, ReadReport* report = nullptr);

}  // namespace standfast

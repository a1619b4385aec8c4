// Readers of corpora: JSONL, CSV, TSV, a folder of texts, PAN pairs; plain, .gz, .zst, or "-" for standard
// input.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

Result<Corpus> read_corpus(const std::string& path, const ReadOptions& options, ReadReport* report = nullptr);

// Reads one corpus of several files, in the order given, each by the same options; `only`, `frequent` and
// `limit` apply to all parts together. Ids made from row numbers get the name of the part ("b/row17"); an id
// that two parts have is a data error that names both. name: the name of the corpus, for messages.
Result<Corpus> read_parts(const std::string& name, const std::vector<CorpusPart>& parts,
                          const ReadOptions& options, ReadReport* report = nullptr);

// Reads a PAN folder or pairs.jsonl: each distinct text becomes one document, each line one pair. With truth
// (a path, or found beside the pairs) the pairs are labelled and documents get authors; without it `labelled`
// is false.
Result<PanProblems> read_pan(const std::string& pairs_path, const std::string& truth_path,
                             const ReadOptions& options, ReadReport* report = nullptr);

}  // namespace standfast

// Formats of corpora, and their detection from a path.
#pragma once

#include <string>
#include <string_view>

#include "standfast/corpus/read/read_options.h"

namespace standfast {

std::string_view format_name(Format format);                    // "jsonl", ...
std::optional<Format> format_from_name(std::string_view name);  // also "guess"

// Returns the file name less .gz or .zst.
std::string_view without_compression(std::string_view path);

// Returns the format of a file or folder to write: by the ending of the name, a folder where it ends in "/",
// JSONL where it has no ending. A usage error for an ending that stands for another format: JSON lines in a
// file called .parquet are of no use.
Result<Format> output_format(std::string_view path);

// Returns the format of a file to read: by the ending of the name; guess where it has none, or .txt, which is
// no evidence. A usage error for any other ending: a file called .parquet is no CSV.
Result<Format> input_format(std::string_view path);

// Describes a file of another kind, and how a corpus is made of it, from its first bytes: "a Parquet file;
// ...". "" for bytes that may be text.
std::string_view foreign_format(std::string_view head);

// Returns the format by the ending of the name (.jsonl .ndjson .json .csv .tsv), or guess.
Format format_by_name(std::string_view path);

// Returns the format by the first bytes: "{" JSONL, a tab in the first line TSV, anything else CSV. A JSON
// list is a data error.
Result<Format> format_by_content(std::string_view head, const std::string& name);

// Returns the format that read_corpus() would take for a file or folder, by its name and first bytes. Not for
// "-": it would be used up. encoding: as in ReadOptions.
Result<Format> guess_format(const std::string& path, const std::string& encoding = {});

}  // namespace standfast

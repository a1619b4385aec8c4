// The parser's description of every command, as data. Help, man pages, completions and --describe are made
// from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/options.h"

namespace standfast::cli {

// The kinds of value that a word of the command line holds.
enum class Holds {
  flag,  // no value
  text,
  count,  // a whole number, never negative
  number,
  choice,  // one of the choices, and nothing else
  name,    // a component or a profile: the choices are the known names
  names,   // several names, separated by commas
  file,
  folder,
  path,      // a file or a folder
  column,    // a column of the corpus
  settings,  // KEY=VALUE
};
const char* word_of(Holds holds);     // "count", as --describe says it
const char* metavar_of(Holds holds);  // "INT", as help says it; "" for a flag

struct OptionDescription {
  std::vector<std::string> names;      // "-o", "--out"; for a positional the one word "CORPUS"
  std::vector<std::string> old_names;  // older spellings, which still work; no help shows them
  Holds holds = Holds::text;
  std::vector<std::string> choices;
  std::optional<OptionValue> default_value;
  bool required = false;
  bool repeated = false;   // may be given, or have values, several times
  bool new_thing = false;  // for a file or folder: it is written, so it need not exist
  std::string meaning;

  bool positional() const { return !names.front().starts_with("-"); }
  const std::string& name() const { return names.back(); }  // the long one
};

struct ExampleDescription {
  std::string command;  // as typed: "standfast split corpus.jsonl --method k-fold"
  std::string shows;    // a sentence without its full stop
};

struct CommandDescription {
  std::string name, summary;
  std::vector<OptionDescription> options;  // in the order of --help
  std::vector<ExampleDescription> examples;
  std::string notes;  // lines that begin with a space are shown as they are, others are paragraphs
};

struct ProgramDescription {
  std::string name, version, summary;
  std::vector<OptionDescription> options;  // that every command takes
  std::vector<CommandDescription> commands;
};

// Returns the document that standfast --describe prints.
std::string to_json_text(const ProgramDescription& program);

}  // namespace standfast::cli

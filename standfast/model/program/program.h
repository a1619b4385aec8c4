// Programs as models: the options, the run and the messages that the verifier and the classifier `command`
// share. Messages of a run begin "command: PROGRAM". The output of a program goes to the sink. If it fails,
// the message has only the kind of its error ("ValueError"), since the rest may quote texts.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/model/program/scratch_folder.h"

namespace standfast {

struct ProgramSettings {
  std::vector<std::string> words;  // the program and its arguments
  double timeout = 3600;           // seconds; 0: none
};

// Returns the options `command` and `timeout`. files: its placeholders, "{train} {test}", of which {test} and
// {answers} must occur; example: for a message.
OptionTable<ProgramSettings> program_table(const std::string& files, const std::string& example);

// Returns a 31-bit seed, which every language's generator accepts, from a model's seed.
uint64_t program_seed(uint64_t seed);

struct ProgramRun {
  std::map<std::string, std::string, std::less<>> files;  // by placeholder, without braces; {answers} and
                                                          // {out} are added automatically
  uint64_t seed = 0;
  int threads = 1;
  uint64_t items = 0;            // number of questions
  uint64_t bytes_an_answer = 0;  // most bytes, besides an id, a number and the content of the item itself
};

// Starts the program with the placeholders filled in, waits for its end and calls take() with its answers,
// the bytes of the file {answers}. It must be a plain file, not compressed, of a plausible size. Errors of
// take() continue "command: PROGRAM ".
Status run_program_model(const ProgramSettings& settings, const ProgramRun& run, const ScratchFolder& folder,
                         Sink& sink, const std::function<Status(std::string answers)>& take);

}  // namespace standfast

// Parsing of command lines. No command line crashes, hangs or throws while it is parsed. Its options,
// programs and filters are the same each time they are parsed. No command is run.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "standfast/base/child_program.h"
#include "standfast/base/split_command.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/metric/classes/classification.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace {

using namespace standfast;

void require(bool holds) {
  if (!holds) std::abort();
}

// Splits the input at line ends. A word may hold any other character, as on a command line.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty() && words.size() < 64) {
    const size_t end = std::min(text.find('\n'), text.size());
    words.emplace_back(text.substr(0, end));
    words.back() = words.back().c_str();  // no word of a command line holds a NUL
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Parses the words. Only the named command is declared, because declaring all of them takes longer than
// anything else here.
void parse(const std::vector<std::string>& words) {
  static const auto all = cli::all_commands();
  std::vector<cli::Command> known;
  for (const auto& command : all)
    if (!words.empty() && command.name == words.front()) known.push_back(command);
  if (known.empty()) known = {all.front(), all.back()};
  const auto wish = cli::parse_command_line(words, known);
  require(wish || (wish.error().kind == ErrorKind::usage && !wish.error().message.empty()));
  require(!wish || wish->run || !wish->text.empty());
}

void split(const std::string& line) {
  const auto words = split_command(line);
  if (!words) return;
  require(!words->empty() && !words->front().empty());
  // Quoted words must give the same words again.
  std::string again;
  for (const auto& word : *words) {
    std::string quoted;
    for (const char c : word) quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    again += "\"" + quoted + "\" ";
  }
  require(again.starts_with("[") || split_command(again).value() == *words);
}

template <class C>
void resolve(const C& catalog, const std::map<std::string, OptionValue>& given) {
  for (const auto& entry : catalog.entries()) {
    const auto options = Options::resolve(entry.name, entry.options, given);
    if (!options) continue;
    // Resolved options can be given again.
    std::map<std::string, OptionValue> typed;
    for (const auto& [name, value] : options->values()) typed[name] = to_string(value);
    require(Options::resolve(entry.name, entry.options, typed).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto words = words_of(text);
  parse(words);
  split(text);
  std::map<std::string, OptionValue> given;
  for (const auto& word : words)
    if (const size_t equals = word.find('='); equals != std::string::npos)
      given[word.substr(0, equals)] = word.substr(equals + 1);
  resolve(samplers(), given);
  resolve(splitters(), given);
  resolve(encoders(), given);
  resolve(verifiers(), given);
  resolve(classifiers(), given);
  cli::CorpusArgs filters;
  filters.only = filters.at_least = filters.most = given;
  (void)filters.options();
  return 0;
}

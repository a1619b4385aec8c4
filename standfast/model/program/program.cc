#include "standfast/model/program/program.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/stat.h>

#include "standfast/base/child_program.h"
#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/base/split_command.h"
#include "standfast/base/unpack.h"

namespace standfast {
namespace {

// Replaces {train} and the other placeholders, anywhere in a word.
std::string filled(const std::string& word, const std::map<std::string, std::string, std::less<>>& files) {
  std::string out;
  for (size_t at = 0; at < word.size();) {
    const auto file = std::find_if(files.begin(), files.end(), [&](const auto& f) {
      return word.compare(at, f.first.size() + 2, fmt::format("{{{}}}", f.first)) == 0;
    });
    if (file == files.end()) {
      out += word[at++];
    } else {
      out += file->second;
      at += file->first.size() + 2;
    }
  }
  return out;
}

// Finds words in braces that are almost one of the placeholders, or belong to another task. Other braces
// belong to the program. files: the placeholders that are filled in, "{train} {test}". Returns the fault, or
// "".
std::string objection_to_braces(const std::vector<std::string>& words, const std::string& files) {
  static const std::vector<std::string> kPlaceholders = {"train", "truth", "test", "answers", "out"};
  constexpr size_t kShortest = 4;  // a shorter word resembles anything
  for (const auto& word : words)
    for (size_t open = word.find('{'); open != std::string::npos; open = word.find('{', open + 1)) {
      const size_t end = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_", open + 1);
      if (end == std::string::npos || word[end] != '}') continue;
      const std::string inside = word.substr(open + 1, end - open - 1);
      const std::string meant = inside.size() < kShortest ? "" : nearest_name(inside, kPlaceholders);
      if (!meant.empty() && files.find("{" + inside + "}") == std::string::npos)
        return fmt::format("the command has {{{}}}, which is not a placeholder (the placeholders are {})",
                           inside, files);
    }
  return "";
}

// The last lines that the program printed. They go to the log only: a traceback may quote a document, and
// error messages go into records, reports and tables that show no texts.
struct Said {
  std::vector<std::string> lines;
  // Returns the kind of error that a traceback ends with, such as "ValueError"; "" if there is none. It is a
  // name in the program and quotes nothing.
  std::string kind_of_error() const {
    constexpr size_t kLongest = 80;
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
    if (lines.empty()) return "";
    const std::string name = lines.back().substr(0, lines.back().find_first_not_of(kLetters));
    const bool is_kind = name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Exit") ||
                         name.ends_with("Interrupt") || name.ends_with("Warning");
    return is_kind && name.size() <= kLongest ? name : "";
  }
};

// Replaces quoted parts with white space in them by "...": they are no ids or classes, and may be texts.
std::string without_texts(std::string_view message) {
  std::string out;
  while (!message.empty()) {
    const size_t open = std::min(message.find('"'), message.size());
    out += message.substr(0, open);
    message.remove_prefix(open);
    if (message.empty()) break;
    const size_t close = std::min(message.find('"', 1), message.size());
    const std::string_view inside = message.substr(1, close - 1);
    const bool is_text = inside.find_first_of(" \t\n\r") != std::string_view::npos;
    out += is_text ? "\"...\"" : message.substr(0, close + 1);
    message.remove_prefix(std::min(close + 1, message.size()));
  }
  return out;
}

Said read_log(const ScratchFolder& folder, const std::string& name) {
  constexpr size_t kBytes = size_t{1} << 16;
  Said said;
  std::string text = folder.tail(name, kBytes);
  if (text.size() == kBytes) text = "...\n" + text;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) said.lines.push_back(std::move(line));
    begin = end + 1;
  }
  return said;
}

constexpr const char* kAnswers = "answers.jsonl";
constexpr const char* kLog = "log.txt";

// Returns a limit that leaves room for answers that repeat the whole question and more.
uint64_t most_answer_bytes(const ProgramRun& run) {
  struct stat info {};
  const auto test = run.files.find("test");
  const bool known = test != run.files.end() && ::stat(test->second.c_str(), &info) == 0;
  return (uint64_t{16} << 20) + run.items * (1024 + run.bytes_an_answer) +
         4 * (known ? static_cast<uint64_t>(info.st_size) : 0);
}

Result<std::string> read_written_answers(const ProgramRun& run, const ScratchFolder& folder) {
  auto bytes = folder.read(kAnswers, most_answer_bytes(run));
  if (!bytes) return data_error(fmt::format("ended well but {} {{answers}}", bytes.error().message));
  if (packing_of(*bytes) != Packing::none)
    return data_error("wrote a compressed file {answers}; it must not be compressed");
  return bytes;
}

}  // namespace

OptionTable<ProgramSettings> program_table(const std::string& files, const std::string& example) {
  using O = ProgramSettings;
  OptionTable<O> table;
  table
      .text(
          "command", &O::words,
          [](const std::string& line) -> Result<std::vector<std::string>> {
            if (line.empty()) return std::vector<std::string>{};
            return split_command(line);
          },
          [](const std::vector<std::string>&) { return ""; },
          fmt::format("required: the program and its arguments, with {} for files and a folder; it runs "
                      "without a shell, see docs/bring-your-own.md",
                      files))
      .command();
  table
      .add("timeout", &O::timeout,
           "seconds after which the program and all its descendants are killed; 0: never")
      .between(0, 1e9);
  table.require([files, example](const O& options) -> std::string {
    if (options.words.empty())
      return fmt::format("the option command is needed, for example \"{}\"", example);
    if (const auto wrong = objection_to_braces(options.words, files); !wrong.empty()) return wrong;
    for (const char* needed : {"{test}", "{answers}"})
      if (std::none_of(options.words.begin(), options.words.end(),
                       [&](const std::string& word) { return word.find(needed) != std::string::npos; }))
        return fmt::format("{} is missing from the command, so the program cannot know {}", needed,
                           std::string_view(needed) == "{test}" ? "which questions to answer"
                                                                : "where to write its answers");
    return "";
  });
  return table;
}

uint64_t program_seed(uint64_t seed) {
  return Rng(seed, "model/command").next() >> 33;
}

Status run_program_model(const ProgramSettings& settings, const ProgramRun& run, const ScratchFolder& folder,
                         Sink& sink, const std::function<Status(std::string answers)>& take) {
  auto files = run.files;
  files["answers"] = folder.file(kAnswers);
  files["out"] = folder.file("out");
  SF_TRY(make_directories(files.at("out")));
  ChildProgram program;
  for (const auto& word : settings.words) program.command.push_back(filled(word, files));
  program.environment = {
      {"STANDFAST_SEED", std::to_string(run.seed)},
      {"STANDFAST_THREADS", std::to_string(std::clamp(thread_limit(), 1, std::max(run.threads, 1)))}};
  for (auto& variable : device_environment()) program.environment.push_back(std::move(variable));
  program.timeout_seconds = settings.timeout;
  program.log_path = folder.file(kLog);
  program.scratch = folder.path();
  auto end = run_program(program);
  if (!end) return with_context("command", end.error());
  const Said said = read_log(folder, kLog);
  for (const auto& line : said.lines) sink.info(line);
  Status status;
  if (end->timed_out) {
    status =
        data_error(fmt::format("ran longer than the {} seconds of its option timeout", settings.timeout));
  } else if (!end->ok()) {
    status = data_error(end->in_words());
  } else if (auto answers = read_written_answers(run, folder); !answers) {
    status = Failure(answers.error());
  } else {
    status = take(std::move(*answers));
    if (!status) {
      sink.info(status.error().message);
      status = fail(status.error().kind, without_texts(status.error().message));
    }
  }
  if (status) return {};
  const std::string kind = said.kind_of_error();
  return fail(status.error().kind,
              fmt::format("command: {} {}{}{}", settings.words[0], status.error().message,
                          kind.empty() ? std::string() : fmt::format(" ({})", kind),
                          said.lines.empty() ? "; it printed nothing" : "; its output is in the log"));
}

}  // namespace standfast

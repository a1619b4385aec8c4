#include "standfast/model/command.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/child_program.h"
#include "standfast/base/file.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/write.h"
#include "standfast/metric/answers.h"
#include "standfast/model/scratch_folder.h"

namespace standfast {
namespace {

constexpr std::array<std::string_view, 5> kPlaceholders = {"train", "truth", "test", "answers", "out"};
constexpr const char* kPairsBlob = "train-pairs.jsonl";
constexpr const char* kTruthBlob = "train-truth.jsonl";

struct Settings {
  std::vector<std::string> words;
  double timeout = 0;
};

// {train} and the others, anywhere in a word.
std::string filled(const std::string& word, const std::map<std::string, std::string, std::less<>>& files) {
  std::string out;
  for (size_t at = 0; at < word.size();) {
    const auto name = std::find_if(kPlaceholders.begin(), kPlaceholders.end(), [&](std::string_view p) {
      return word.compare(at, p.size() + 2, fmt::format("{{{}}}", p)) == 0;
    });
    if (name == kPlaceholders.end()) {
      out += word[at++];
    } else {
      out += files.find(*name)->second;
      at += name->size() + 2;
    }
  }
  return out;
}

// The end of what the program said: lines for the log, and the last few in one line for a message.
struct Said {
  std::vector<std::string> lines;
  std::string last() const {
    std::string text;
    constexpr size_t kLast = 3;
    for (size_t i = lines.size() - std::min(lines.size(), kLast); i < lines.size(); ++i)
      text += (text.empty() ? "" : " | ") + lines[i];
    return text;
  }
};

Said read_log(const std::string& path) {
  constexpr size_t kBytes = size_t{1} << 16;
  Said said;
  auto text = read_file(path).value_or("");
  if (text.size() > kBytes) text = "...\n" + text.substr(text.size() - kBytes);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) said.lines.push_back(std::move(line));
    begin = end + 1;
  }
  return said;
}

class CommandVerifier final : public Verifier {
 public:
  explicit CommandVerifier(Settings settings) : settings_(std::move(settings)) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    training_.reset();
    if (train.pairs.empty()) return data_error("command: no training pairs");
    if (!program_exists(settings_.words[0]))
      return missing_error(fmt::format("command: there is no program {}{}", settings_.words[0],
                                       settings_.words[0].find('/') == std::string::npos
                                           ? " in PATH"
                                           : " (relative paths start where standfast is started)"));
    Training training;
    // It places no thresholds of ours, so it may learn from both.
    SF_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
    for (const auto& view : {train, validation}) {
      if (view.pairs.empty()) continue;
      const std::string pairs = folder.file("pairs.jsonl"), truth = folder.file("truth.jsonl");
      SF_TRY(write_pan(*view.corpus, {{view.pairs.begin(), view.pairs.end()}, {}}, pairs, truth));
      SF_ASSIGN(const std::string pair_lines, read_file(pairs));
      SF_ASSIGN(const std::string truth_lines, read_file(truth));
      training.pairs_file += pair_lines;
      training.truth_file += truth_lines;
      training.pairs += view.pairs.size();
      training.same += static_cast<uint64_t>(
          std::count_if(view.pairs.begin(), view.pairs.end(), [](const Pair& p) { return p.same; }));
    }
    // 31 bits: what every language's generator takes as a seed.
    training.seed = Rng(context.seed, "model/command").next() >> 33;
    training_ = std::move(training);
    return {};
  }

  Status score(const PairView& view, std::span<double> out, const ModelContext& context) const override {
    if (!training_) return usage_error("command: asked for scores before it was fitted");
    if (view.pairs.empty()) return {};
    SF_ASSIGN(const ScratchFolder folder, ScratchFolder::make());
    // Each pair once, whatever was asked.
    PairSet asked;
    std::unordered_map<std::string, size_t> number;
    std::vector<size_t> place;
    for (const Pair& pair : view.pairs) {
      const auto [found, fresh] = number.try_emplace(pair_id(*view.corpus, pair), asked.pairs.size());
      if (fresh) {
        asked.pairs.push_back(pair);
        asked.ids.push_back(found->first);
      }
      place.push_back(found->second);
    }
    SF_TRY(make_directories(folder.file("out")));
    const std::map<std::string, std::string, std::less<>> files = {
        {"train", folder.file("train.jsonl")},
        {"truth", folder.file("train-truth.jsonl")},
        {"test", folder.file("test.jsonl")},
        {"answers", folder.file("answers.jsonl")},
        {"out", folder.file("out")}};
    SF_TRY(write_file(files.at("train"), training_->pairs_file));
    SF_TRY(write_file(files.at("truth"), training_->truth_file));
    SF_TRY(write_pan(*view.corpus, asked, files.at("test"), ""));
    ChildProgram program;
    for (const auto& word : settings_.words) program.command.push_back(filled(word, files));
    program.environment = {{"STANDFAST_SEED", std::to_string(training_->seed)},
                           {"STANDFAST_THREADS", std::to_string(std::max(context.threads, 1))}};
    program.timeout_seconds = settings_.timeout;
    program.log_path = folder.file("log.txt");
    auto end = run_program(program);
    if (!end) return with_context("command", end.error());
    const Said said = read_log(program.log_path);
    for (const auto& line : said.lines) context.sink->info(line);
    auto status = end->ok() ? read_values(files.at("answers"), asked, place, out) : Status();
    if (!end->ok())
      status = data_error(end->timed_out ? fmt::format("ran longer than the {} seconds of its option timeout",
                                                       settings_.timeout)
                                         : end->in_words());
    if (status) return {};
    const std::string last = said.last();
    return fail(status.error().kind,
                fmt::format("command: {} {}{}", settings_.words[0], status.error().message,
                            last.empty() ? "; it said nothing" : "; its last words: " + last));
  }

  nlohmann::ordered_json facts() const override {
    if (!training_) return nlohmann::ordered_json::object();
    return {{"command", settings_.words},
            {"timeout", settings_.timeout},
            {"pairs", training_->pairs},
            {"same", training_->same},
            {"seed", training_->seed},
            {"note", "the program learns anew from these pairs each time it is asked"}};
  }

  Result<ModelState> save() const override {
    if (!training_) return usage_error("command: nothing to save before it was fitted");
    ModelState state;
    state.fields = {{"pairs", training_->pairs}, {"same", training_->same}, {"seed", training_->seed}};
    state.blobs[kPairsBlob] = training_->pairs_file;
    state.blobs[kTruthBlob] = training_->truth_file;
    return state;
  }

  Status restore(const ModelState& state) override {
    training_.reset();
    Training training;
    state.fields.at("pairs").get_to(training.pairs);
    state.fields.at("same").get_to(training.same);
    state.fields.at("seed").get_to(training.seed);
    const auto pairs = state.blobs.find(kPairsBlob), truth = state.blobs.find(kTruthBlob);
    if (pairs == state.blobs.end() || truth == state.blobs.end())
      return data_error(fmt::format("command: the saved model lacks {} or {}", kPairsBlob, kTruthBlob));
    if (training.pairs == 0 || training.same > training.pairs)
      return data_error("command: counts of pairs that cannot be");
    training.pairs_file = pairs->second;
    training.truth_file = truth->second;
    training_ = std::move(training);
    return {};
  }

 private:
  struct Training {
    std::string pairs_file, truth_file;
    uint64_t pairs = 0, same = 0, seed = 0;
  };

  // Messages continue "command: PROGRAM ...".
  static Status read_values(const std::string& path, const PairSet& asked, std::span<const size_t> place,
                            std::span<double> out) {
    auto bytes = read_file(path);
    if (!bytes) return data_error("ended well but has not written the file {answers}");
    auto answers = parse_answers(std::move(*bytes), "answers");
    if (!answers) return data_error("wrote answers that cannot be taken: " + answers.error().message);
    std::unordered_map<std::string_view, double> value;
    const auto& given = answers->predictions;
    for (size_t i = 0; i < given.ids.size(); ++i) value.emplace(given.ids[i], given.values[i]);
    if (answers->duplicates > 0)
      return data_error(fmt::format("answered {} pairs twice", answers->duplicates));
    std::vector<double> values(asked.ids.size());
    size_t missing = 0;
    const std::string* first_missing = nullptr;
    for (size_t i = 0; i < asked.ids.size(); ++i) {
      const auto found = value.find(asked.ids[i]);
      if (found != value.end()) {
        values[i] = found->second;
        value.erase(found);
      } else if (missing++ == 0) {
        first_missing = &asked.ids[i];
      }
    }
    if (missing > 0)
      return data_error(fmt::format("answered {} of {} pairs; the first without an answer is {}",
                                    asked.ids.size() - missing, asked.ids.size(), *first_missing));
    if (!value.empty()) {
      const auto extra = std::find_if(given.ids.begin(), given.ids.end(),
                                      [&](const std::string& id) { return value.contains(id); });
      return data_error(fmt::format("answered {} pairs nobody asked, the first is {}", value.size(), *extra));
    }
    for (size_t i = 0; i < out.size(); ++i) out[i] = values[place[i]];
    return {};
  }

  Settings settings_;
  std::optional<Training> training_;
};

Result<std::unique_ptr<Verifier>> make_command(const Options& options) {
  Settings settings;
  const std::string& line = options.text("command");
  if (line.empty())
    return usage_error(
        "verifier command: the option command is needed, for example \"python3 my_model.py {train} {truth} "
        "{test} {answers}\"");
  auto words = split_command(line);
  if (!words) return with_context("verifier command", words.error());
  settings.words = std::move(*words);
  settings.timeout = options.number("timeout");
  if (!(settings.timeout >= 0 && settings.timeout <= 1e9))
    return usage_error(
        fmt::format("verifier command: timeout must be at least 0 (none), not {}", settings.timeout));
  for (const char* needed : {"{test}", "{answers}"})
    if (std::none_of(settings.words.begin(), settings.words.end(),
                     [&](const std::string& word) { return word.find(needed) != std::string::npos; }))
      return usage_error(fmt::format(
          "verifier command: {} is nowhere in the command, so the program cannot know {}", needed,
          std::string_view(needed) == "{test}" ? "what it is asked" : "where to write its answers"));
  return std::make_unique<CommandVerifier>(std::move(settings));
}

}  // namespace

VerifierCatalog::Entry command_entry() {
  return {.name = "command",
          .summary = "Any program: it is given training and test pairs as files and writes its answers",
          .citation = "",
          .traits = {.symmetric = false, .deterministic = false, .calibrates = false},
          .options = {{.name = "command",
                       .default_value = std::string(),
                       .meaning =
                           "the program and its arguments, with {train} {truth} {test} {answers} {out} for "
                           "files and a folder; needed; run without a shell, see docs/bring-your-own.md"},
                      {.name = "timeout",
                       .default_value = 3600.0,
                       .meaning =
                           "seconds after which the program and all its descendants are killed; 0: never"}},
          .make = make_command};
}

}  // namespace standfast

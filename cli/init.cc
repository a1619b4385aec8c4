// standfast init: writes a sound study for a corpus, as a commented study file.
#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/show_tables.h"
#include "cli/terminal.h"
#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/hub/cache.h"
#include "standfast/hub/settings.h"
#include "standfast/study/executor/dry_run.h"
#include "standfast/study/propose/propose.h"
#include "standfast/text/encodings.h"

namespace standfast::cli {
namespace {

namespace fs = std::filesystem;

struct InitArgs {
  CorpusArgs corpus;
  std::string task = "guess", target = "guess", out = "study.toml";
  bool force = false;
  int64_t jobs = 0;
};

// Returns the path of the corpus for the study file: relative to the folder of that file, if possible.
Result<std::string> path_from(const std::string& corpus, const std::string& study) {
  if (corpus.find("${") != std::string::npos)
    return usage_error(
        fmt::format("init: {} holds \"${{\", which a study takes for an environment variable; "
                    "rename the file",
                    corpus));
  const fs::path given(corpus);
  if (given.is_absolute()) return corpus;
  std::error_code code;
  const fs::path from = fs::absolute(given, code);
  if (code) return corpus;
  fs::path folder = fs::path(study).parent_path();
  folder = fs::absolute(folder.empty() ? fs::path(".") : folder, code);
  if (code) return from.string();
  const fs::path relative = from.lexically_normal().lexically_relative(folder.lexically_normal());
  return relative.empty() ? from.string() : relative.string();
}

// Returns a complete sentence encoder of the cache, preferably all-MiniLM-L6-v2 (used in the HITS paper); ""
// if there is none.
std::string sentence_model_here() {
  const auto cache = hub_cache_folder(process_environment());
  if (!cache) return "";
  std::string found;
  for (const CachedModel& model : cached_models(*cache)) {
    const std::string folder = CachePaths(*cache, model.model).snapshot(model.commit);
    if (!model.whole || !is_there(folder + "/modules.json")) continue;
    if (model.model.ends_with("/all-MiniLM-L6-v2")) return model.model;
    if (found.empty()) found = model.model;
  }
  return found;
}

// Returns a complete encoder of the cache that can be fine-tuned, preferably all-MiniLM-L6-v2, then the
// smallest; "" if there is none.
std::string encoder_here() {
  const auto cache = hub_cache_folder(process_environment());
  if (!cache) return "";
  const CachedModel* found = nullptr;
  const std::vector<CachedModel> models = cached_models(*cache);
  for (const CachedModel& model : models) {
    const auto folder = model.whole ? model_folder(model.model) : data_error("not whole");
    if (!folder || !read_model_config(*folder)) continue;
    if (model.model.ends_with("/all-MiniLM-L6-v2")) return model.model;
    if (found == nullptr || model.bytes < found->bytes) found = &model;
  }
  return found == nullptr ? "" : found->model;
}

// The processor time on this machine that a proposed model may take, in seconds.
constexpr double kMostSeconds = 3600;
constexpr int kMostFits = 3;
constexpr double kTryingSeconds = 8;  // processor time
constexpr const char* kTuned = "fine-tuned";

std::string tuned_lines(const std::string& model, int fits) {
  return fmt::format(
      "[[model]]\nname = \"{}\"\ntype = \"transformer\"\ncheckpoint = \"{}\"\nepochs = 3\nfits = {}\n",
      kTuned, model, fits);
}
// Returns the lines as comments. lines: each ends in a line break.
std::string commented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const size_t end = lines.find('\n') + 1;
    out += "# " + std::string(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return out;
}

// Adds a fine-tuned encoder to the study that was written, with as many fits of each fold as an hour on this
// machine allows, by the estimate of a dry run; as a comment if even one fit is too long. Returns a sentence
// about it.
Result<std::string> add_fine_tuning(const InitArgs& args, const std::string& study,
                                    const std::string& model) {
  const int threads = threads_of(args.jobs);
  SF_TRY(write_file(args.out, study + "\n" + tuned_lines(model, 1)));
  RunOptions options;
  options.study_path = args.out;
  options.jobs = threads;
  options.estimate = kTryingSeconds;
  const auto plan = dry_run(options);
  std::optional<double> seconds;
  if (plan && plan->estimate)
    for (const EstimatedPart& part : plan->estimate->parts)
      if (part.what.ends_with(std::string(" / ") + kTuned) && part.seconds)
        seconds = part.seconds->high / static_cast<double>(threads);
  const int fits =
      seconds ? std::clamp(static_cast<int>(kMostSeconds / std::max(*seconds, 1e-9)), 0, kMostFits) : 0;
  const std::string takes =
      seconds ? fmt::format("one fit of every fold takes about {} here", shown_duration(*seconds))
              : std::string("the time of its fits here is not known");
  const std::string said =
      fits > 0
          ? fmt::format("An encoder in the cache, fine-tuned: {}, so fits = {}.", takes, fits)
          : fmt::format("An encoder in the cache could be fine-tuned: {}. Its lines are therefore a comment.",
                        takes);
  const std::string lines = tuned_lines(model, std::max(fits, 1));
  SF_TRY(
      write_file(args.out, study + "\n" + commented(wrapped(said)) + (fits > 0 ? lines : commented(lines))));
  return said;
}

Status run(const InitArgs& args) {
  if (args.corpus.path == "-")
    return usage_error("init: a study cannot read a corpus from standard input: workers read it again");
  if (args.corpus.format == "pan")
    return usage_error("init: PAN problems are pairs already; convert them first (standfast convert)");
  if (args.target != "guess" && args.task == "verification")
    return usage_error("init: --target names the column to predict; it needs --task classification");
  if (!args.force && is_there(args.out))
    return usage_error(fmt::format("init: {} is there already; --force replaces it", args.out));
  SF_TRY(keep_inputs("--out", args.out, {args.corpus.path}));
  SF_ASSIGN(const ReadOptions read, args.corpus.options());
  SF_ASSIGN(Corpus corpus, read_corpus(args.corpus.path, read));

  ProposeOptions options;
  options.task = args.task == "guess" ? "" : args.task;
  options.target = args.target == "guess" ? "" : args.target;
  if (!options.target.empty()) options.task = "classification";
  options.study_path = args.out;
  SF_ASSIGN(options.corpus.path, path_from(args.corpus.path, args.out));
  options.corpus.format = args.corpus.format;
  options.corpus.bad_rows = args.corpus.bad_rows;
  options.corpus.form = args.corpus.form;
  options.corpus.fold_letters = args.corpus.fold_letters;
  options.corpus.encoding = read.encoding.empty() ? kUtf8 : read.encoding;
  options.corpus.quotes = args.corpus.quotes;
  options.corpus.text_column = args.corpus.text;
  options.corpus.id_column = args.corpus.id;
  options.corpus.role_columns = args.corpus.roles;
  options.corpus.only = read.only;
  options.corpus.frequent = read.frequent;
  options.limit = read.limit;
  options.threads = threads_of(args.jobs);
  options.sink = &terminal();
  options.sentence_model = sentence_model_here();
  SF_ASSIGN(const ProposedStudy proposed, propose_study(std::move(corpus), options));
  SF_TRY(write_file(args.out, proposed.text));
  std::string text;
  for (const auto& choice : proposed.choices) text += wrapped(choice);
  const std::string encoder = proposed.text.find("\ntask = \"classification\"\n") != std::string::npos
                                  ? encoder_here()
                                  : std::string();
  if (!encoder.empty()) {
    SF_ASSIGN(const std::string said, add_fine_tuning(args, proposed.text, encoder));
    text += wrapped(said);
  }
  print(text);
  warn_of_study(proposed.warnings, args.out);
  terminal().info(fmt::format("wrote {}; now: standfast run {} --out RUN --dry-run", args.out, args.out));
  return {};
}

}  // namespace

Command init_command() {
  return {
      "init", "Write a sound, commented study for a corpus", [](Args& args) {
        auto given = std::make_shared<InitArgs>();
        given->corpus.declare(args);
        args.choice(
            "--task", given->task, {"guess", "verification", "classification"},
            "verification (one author of two texts, or two) or classification (the class of a text); guessed "
            "from the corpus");
        args.choice("--target", given->target, {"guess", "author", "label"},
                    "Classification: the column to predict");
        args.text("-o,--out", given->out, "Study file to write").new_file();
        args.flag("--force", given->force, "Replace the file if it is there");
        args.jobs(given->jobs);
        args.footer(
            "Every condition gets a sample of the same size and pairs of the same kind. The draws are "
            "checked as by\n`standfast run --dry-run`; warnings that remain are printed and stand in the "
            "file "
            "(docs/warnings.md).\nExit code 3: the corpus holds nothing that can be studied.");
        args.example("standfast init corpus.jsonl --task classification --target author --out study.toml",
                     "Write a study of authorship attribution");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

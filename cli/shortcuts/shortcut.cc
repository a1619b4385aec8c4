// standfast shortcut: plants a shortcut into a corpus and writes train, dev, test, original and anti-test.
#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "cli/shortcuts/planted_files.h"
#include "cli/shortcuts/planted_manifest.h"
#include "cli/shortcuts/shortcut_sides.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/base/stale_temporaries.h"
#include "standfast/base/unique_name.h"
#include "standfast/study/spec/spec.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

struct ShortcutArgs {
  CorpusArgs corpus;
  SidesArgs sides;
  std::string kind = "single-term", preset, law = "mixture", out;
  std::map<std::string, OptionValue> options;
  double lambda = 1, test_lambda = 1, alpha = 0.001;
  int64_t jobs = 0;
  bool replace = false, json = false;
};

Status check(const ShortcutArgs& given) {
  for (const auto& [flag, value] :
       {std::pair{"--lambda", given.lambda}, {"--test-lambda", given.test_lambda}})
    if (!(value >= 0 && value <= 1)) return usage_error(fmt::format("{} {}: it is 0 to 1", flag, value));
  if (!(given.alpha > 0 && given.alpha < 1))
    return usage_error(fmt::format("--fail-below {}: it is above 0 and below 1", given.alpha));
  return given.sides.check();
}

// A folder that can be written: not there, empty, or (with --replace) one that this command wrote.
Status check_folder(const std::string& out, bool replace) {
  SF_ASSIGN(const PathKind kind, path_kind(out));
  if (kind == PathKind::nothing) return {};
  if (kind != PathKind::folder) return data_error(out + ": is there, and is no folder");
  SF_ASSIGN(const bool empty, is_empty_folder(out));
  if (empty) return {};
  if (!is_file(out + "/manifest.json")) return data_error(out + ": holds other files; name a new folder");
  return replace ? Status() : data_error(out + ": is there already; --replace writes it anew");
}

// Everything appears at once, or nothing does.
class FolderInMaking {
 public:
  explicit FolderInMaking(std::string final_path) : final_(std::move(final_path)) {
    while (final_.size() > 1 && final_.ends_with('/')) final_.pop_back();
    remove_stale_beside(final_);
    path_ = temporary_beside(final_);
  }
  ~FolderInMaking() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  FolderInMaking(const FolderInMaking&) = delete;
  FolderInMaking& operator=(const FolderInMaking&) = delete;
  const std::string& path() const { return path_; }

  Status commit() {
    std::error_code code;
    const std::string old = is_there(final_) ? temporary_beside(final_) + ".old" : "";
    if (!old.empty()) std::filesystem::rename(final_, old, code);
    if (!code) std::filesystem::rename(path_, final_, code);
    if (code) {
      std::error_code ignored;
      if (!old.empty() && !is_there(final_)) std::filesystem::rename(old, final_, ignored);
      return data_error(fmt::format("{}: cannot be put into its place ({})", final_, code.message()));
    }
    path_.clear();
    if (!old.empty()) std::filesystem::remove_all(old, code);
    return {};
  }

 private:
  std::string final_, path_;
};

// Text columns that options name are read as texts.
void read_named_columns(const Options& options, const std::vector<OptionSpec>& specs, CorpusArgs& corpus) {
  for (const auto& spec : specs)
    for (const auto& name : attributes_named(options, {spec}))
      if (corpus.columns.emplace(name + ":text", name).second)
        corpus.asked_by.emplace(name, "set " + spec.name);
}

Status run(const ShortcutArgs& given) {
  SF_TRY(check(given));
  SF_ASSIGN(const auto* entry, shortcuts().find(given.kind));
  PlantedRun run{.kind = given.kind, .specs = entry->options.specs()};
  SF_ASSIGN(run.options, shortcuts().resolve(given.kind, given.options, given.preset));
  SF_ASSIGN(const auto shortcut, entry->make(run.options));
  SF_TRY(check_folder(given.out, given.replace));
  SF_TRY(keep_inputs_outside("--out", given.out,
                             together({{given.corpus.path, given.sides.test, given.sides.splits},
                                       files_named(run.options, run.specs)})));
  run.request = {.lambda = given.lambda,
                 .test_lambda = given.test_lambda,
                 .law = given.law == "mixture" ? DoseLaw::mixture : DoseLaw::product,
                 .seed = static_cast<uint64_t>(given.sides.seed),
                 .threads = threads_of(given.jobs),
                 .sink = &terminal()};
  run.achieved_options.alpha = given.alpha;
  CorpusArgs corpus = given.corpus;
  read_named_columns(run.options, run.specs, corpus);
  SF_ASSIGN(const ShortcutSides sides, shortcut_sides(corpus, given.sides));
  const Column& classes = *sides.corpus.column(sides.target);
  SF_ASSIGN(const PlantedFold fold, plant_fold(sides.corpus, sides.fold, classes, *shortcut, run.request));
  const auto written = planted_sides(fold, sides.corpus, run.request.seed);
  const auto shares = achieved_of(run, sides, fold, written);

  FolderInMaking folder(given.out);
  SF_TRY(make_directories(folder.path()));
  for (const auto& side : written) SF_TRY(write_side(side, fold.values, folder.path()));
  SF_ASSIGN(const auto manifest, planted_manifest(run, sides, fold, written, shares, folder.path()));
  SF_TRY(write_file(folder.path() + "/manifest.json", json_text(manifest, 2) + "\n"));
  SF_TRY(folder.commit());

  if (fold.dropped.all() > 0)
    terminal().warn(fmt::format("{} documents lack a wording and are on no side", fold.dropped.all()));
  for (const auto& warning : check_planted({losses_of(run, sides, fold)})) terminal().warn(describe(warning));
  print(given.json ? json_text(manifest, 2) + "\n" : shares_in_words(sides, fold, shares));
  std::vector<std::string> sizes;
  for (const auto& side : written) sizes.push_back(fmt::format("{} {}", side.name, side.rows.size()));
  terminal().info(fmt::format("{}: {}", given.out, fmt::join(sizes, ", ")));
  const auto missed = manifest["missed"].get<uint64_t>();
  if (missed == 0) return {};
  const auto tested = std::count_if(shares.begin(), shares.end(), [](const auto& one) { return one.tested; });
  return fail(
      ErrorKind::check_failed,
      fmt::format("{} of {} shares miss their target beyond chance (exact binomial test, Holm, below {}); "
                  "{}/manifest.json lists them",
                  missed, tested, given.alpha, given.out));
}

}  // namespace

Command shortcut_command() {
  return {
      "shortcut",
      "Plant a shortcut into a corpus: train and test where a cue goes with the class, and an anti-test",
      [](Args& args) {
        auto given = std::make_shared<ShortcutArgs>();
        std::vector<std::string> names;
        for (const auto& entry : shortcuts().entries()) names.push_back(entry.name);
        given->corpus.declare(args);
        args.choice("--kind", given->kind, names, "What is planted");
        args.settings("--set", given->options, "Option of the kind, e.g. term=frankly");
        args.text("--preset", given->preset, "Named set of options of the kind; --set overrides it");
        args.number("--lambda", given->lambda,
                    "How strongly the cue goes with the class in train and dev, 0 to 1");
        args.number("--test-lambda", given->test_lambda,
                    "The same in test, and the other way round in the anti-test");
        args.choice(
            "--law", given->law, {"mixture", "product"},
            "Probability of the cue in a class with base probability b: mixture lambda b + (1-lambda)/2, "
            "product\nlambda b");
        args.count("--seed", given->sides.seed, "Of every draw: sides, cues, places, the order of the files");
        args.text("-o,--out", given->out, "New folder for the JSON lines of all sides and manifest.json",
                  true)
            .new_folder();
        given->sides.declare(args);
        args.number(
            "--fail-below,~--alpha", given->alpha,
            "Exit 1 if a share of the cue misses its target with a p-value below this (exact binomial, Holm)");
        args.flag("--replace", given->replace, "Write anew a folder that this command wrote");
        args.flag("--json", given->json, "Print the manifest instead of the table");
        args.jobs(given->jobs);
        args.footer(
            describe_catalog(shortcuts()) +
            "\ndocs/shortcuts.md explains every kind, with examples. (Zhou et al. 2024, Navigating the Shortcut Maze.)");
        args.example("standfast shortcut corpus.jsonl --target author --lambda 0.8 --out planted",
                     "A word that goes with the author in train and test");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

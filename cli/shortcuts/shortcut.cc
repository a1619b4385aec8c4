// standfast shortcut: plants a shortcut into a corpus and writes train, dev, test, original and anti-test.
#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json_fwd.hpp>

#include "cli/commands.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "cli/shortcuts/planted_files.h"
#include "cli/shortcuts/shortcut_sides.h"
#include "standfast/analysis/leak/run_checks.h"
#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/options.h"
#include "standfast/base/paths.h"
#include "standfast/base/unique_name.h"
#include "standfast/shortcut/dose.h"
#include "standfast/study/spec/spec.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

struct PlantedRun {
  std::string kind;
  Options options = {};                // resolved
  std::vector<OptionSpec> specs = {};  // the specs of the options
  PlantRequest request = {};
  AchievedOptions achieved_options = {};
};

using Json = nlohmann::ordered_json;

const Column& classes_of(const ShortcutSides& sides) {
  return *sides.corpus.column(sides.target);
}

Result<Json> options_json(const PlantedRun& run) {
  Json json = Json::object();
  for (const auto& spec : run.specs) {
    const OptionValue& value = run.options.values().find(spec.name)->second;
    std::visit([&](const auto& v) { json[spec.name] = v; }, value);
    const auto* path = std::get_if<std::string>(&value);
    if (spec.kind != OptionKind::path || path == nullptr || path->empty()) continue;
    SF_ASSIGN(const FileDigest digest, digest_file(*path));
    json[spec.name + "-sha256"] = digest.sha256;
  }
  return json;
}

Json share_json(const AchievedShare& share, const ShortcutSides& sides, const PlantedFold& fold) {
  Json json = {{"side", share.side},
               {"class", classes_of(sides).names[share.class_code]},
               {"cue", fold.values[share.value]},
               {"documents", share.documents},
               {"with_cue", share.count},
               {"target", share.target}};
  if (share.documents > 0) {
    json["share"] = static_cast<double>(share.count) / static_cast<double>(share.documents);
    json["interval"] = {share.interval.low, share.interval.high};
    json["p"] = share.p;
    json["p_holm"] = share.p_holm;
  }
  json["missed"] = share.missed;
  return json;
}

Json by_class(const std::vector<uint64_t>& counts, const ShortcutSides& sides) {
  Json json = Json::object();
  for (size_t k = 0; k < counts.size(); ++k) json[classes_of(sides).names[k]] = counts[k];
  return json;
}

std::string_view law_name(DoseLaw law) {
  return law == DoseLaw::mixture ? "mixture" : "product";
}

// Returns P(value | class) of train, dev, test and anti, with the intended shares.
std::vector<AchievedShare> achieved_of(const PlantedRun& run, const ShortcutSides& sides,
                                       const PlantedFold& fold, const std::vector<PlantedSide>& written) {
  std::vector<std::vector<uint32_t>> classes(written.size());
  std::vector<std::vector<uint8_t>> values(written.size());
  std::vector<AchievedSide> of_sides;
  for (size_t s = 0; s < written.size(); ++s) {
    const PlantedSide& side = written[s];
    if (side.values == nullptr) continue;
    for (const uint32_t row : side.rows) {
      classes[s].push_back(classes_of(sides).codes[row]);
      values[s].push_back((*side.values)[row]);
    }
    const auto& target = side.name == "test"   ? fold.target
                         : side.name == "anti" ? fold.anti_target
                                               : fold.train_target;
    of_sides.push_back({side.name, classes[s], values[s], target});
  }
  return achieved_shares(of_sides, classes_of(sides).names.size(), fold.values.size(), run.achieved_options);
}

// Returns manifest.json: what was planted, its sources and its results. folder: the folder of the sides, for
// their digests.
Result<Json> planted_manifest(const PlantedRun& run, const ShortcutSides& sides, const PlantedFold& fold,
                              const std::vector<PlantedSide>& written,
                              const std::vector<AchievedShare>& shares, const std::string& folder) {
  SF_ASSIGN(const Json options, options_json(run));
  const std::vector<std::string>& names = classes_of(sides).names;
  SF_ASSIGN(const auto places, places_in_order({.order = list_of(run.options.text("order"))}, names));
  std::vector<std::string> class_order(names.size());
  for (size_t c = 0; c < names.size(); ++c) class_order[places[c]] = names[c];
  Json suggests = Json::object();
  for (size_t v = 0; v < fold.values.size(); ++v)
    suggests[fold.values[v]] =
        fold.suggests[v] == kMissing ? Json() : Json(classes_of(sides).names[fold.suggests[v]]);
  Json files = Json::object();
  for (const auto& side : written) {
    const std::string file = side.name + ".jsonl";
    SF_ASSIGN(const FileDigest digest, digest_file(folder + "/" + file));
    files[file] = {{"documents", side.rows.size()}, {"bytes", digest.bytes}, {"sha256", digest.sha256}};
  }
  Json achieved = Json::array();
  uint64_t missed = 0;
  for (const auto& share : shares) {
    achieved.push_back(share_json(share, sides, fold));
    missed += share.tested && share.missed;
  }
  return Json{
      {"schema", "standfast shortcut 1"},
      {"version", kVersion},
      {"corpus",
       {{"name", sides.corpus.name()},
        {"documents", sides.corpus.size()},
        {"data_hash", sides.corpus.data_hash()}}},
      {"target", role_name(sides.target)},
      {"classes", classes_of(sides).names},
      {"class_order", class_order},
      {"sides", sides.source},
      {"shortcut", {{"kind", run.kind}, {"options", options}}},
      {"law", law_name(run.request.law)},
      {"lambda", run.request.lambda},
      {"test_lambda", run.request.test_lambda},
      {"seed", run.request.seed},
      {"cues", fold.values},
      {"suggests", suggests},
      {"dropped", fold.dropped.all()},
      {"dropped_by_class",
       {{"train", by_class(fold.dropped.train, sides)}, {"test", by_class(fold.dropped.test, sides)}}},
      {"without_class", sides.without_class},
      {"files", files},
      {"level", run.achieved_options.level},
      {"alpha", run.achieved_options.alpha},
      {"missed", missed},
      {"achieved", achieved}};
}

// Counts, for each class, the documents that are on no side because they cannot be planted.
PlantedCondition losses_of(const PlantedRun& run, const ShortcutSides& sides, const PlantedFold& fold) {
  std::vector<ClassLoss> none;
  for (const auto& name : classes_of(sides).names) none.push_back({name});
  const auto kind = shortcuts().find(run.kind);
  PlantedCondition losses{"", run.kind, none, none, !kind || (*kind)->traits.orders_classes};
  const auto count = [&](std::vector<ClassLoss>& to, std::initializer_list<const RowSet*> rows,
                         const std::vector<uint64_t>& dropped) {
    for (size_t k = 0; k < to.size(); ++k) to[k].lost = dropped[k];
    for (const RowSet* side : rows)
      for (const uint32_t row : *side) ++to[classes_of(sides).codes[row]].all;
  };
  count(losses.train, {&sides.fold.train, &sides.fold.validation}, fold.dropped.train);
  count(losses.test, {&sides.fold.test}, fold.dropped.test);
  return losses;
}

// Returns the shares as a table, for a terminal: for a cue with two values the second one, else all.
std::string shares_in_words(const ShortcutSides& sides, const PlantedFold& fold,
                            const std::vector<AchievedShare>& shares) {
  size_t width = 5, cue_width = 3;
  std::vector<std::string> classes;
  for (const auto& name : classes_of(sides).names) classes.push_back(printable_line(name));
  for (const auto& name : classes) width = std::max(width, name.size());
  for (const auto& name : fold.values) cue_width = std::max(cue_width, name.size());
  std::string text = fmt::format("{:<6} {:<{}} {:<{}} {:>9} {:>7} {:>7}  {}\n", "side", "class", width, "cue",
                                 cue_width, "documents", "target", "share", "95 % interval");
  for (const auto& share : shares) {
    if (fold.values.size() == 2 && share.value == 0) continue;
    text += fmt::format("{:<6} {:<{}} {:<{}} {:>9} {:>7.3f} ", share.side, classes[share.class_code], width,
                        fold.values[share.value], cue_width, share.documents, share.target);
    text += share.documents == 0
                ? "      -\n"
                : fmt::format("{:>7.3f}  {:.3f} to {:.3f}{}\n",
                              static_cast<double>(share.count) / static_cast<double>(share.documents),
                              share.interval.low, share.interval.high, share.missed ? "  missed" : "");
  }
  return text;
}

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
    if (!(value >= 0 && value <= 1))
      return usage_error(fmt::format("{} {}: must be from 0 to 1", flag, value));
  if (!(given.alpha > 0 && given.alpha < 1))
    return usage_error(fmt::format("--fail-below {}: must be above 0 and below 1", given.alpha));
  return given.sides.check();
}

// Checks that the folder can be written: it does not exist, is empty, or (with --replace) was written by this
// command.
Status check_folder(const std::string& out, bool replace) {
  SF_ASSIGN(const PathKind kind, path_kind(out));
  if (kind == PathKind::nothing) return {};
  if (kind != PathKind::folder) return data_error(out + ": exists and is not a folder");
  SF_ASSIGN(const bool empty, is_empty_folder(out));
  if (empty) return {};
  if (!is_file(out + "/manifest.json")) return data_error(out + ": holds other files; name a new folder");
  return replace ? Status() : data_error(out + ": exists already; --replace writes it anew");
}

// A folder that appears as a whole, or not at all.
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

// Makes the reader read text columns that options name as texts.
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
        args.choice("--kind", given->kind, names, "Kind of shortcut to plant");
        args.settings("--set", given->options, "Option of the kind, e.g. term=frankly");
        args.text("--preset", given->preset, "Named set of options of the kind; --set overrides it");
        args.number("--lambda", given->lambda,
                    "Strength of the association of cue and class in train and dev, 0 to 1");
        args.number("--test-lambda", given->test_lambda,
                    "The same in test, and the other way round in the anti-test");
        args.choice(
            "--law", given->law, {"mixture", "product"},
            "Probability of the cue in a class with base probability b: mixture lambda b + (1-lambda)/2, "
            "product\nlambda b");
        args.count("--seed", given->sides.seed,
                   "Seed of every draw: sides, cues, places, the order of the files");
        args.text("-o,--out", given->out, "New folder for the JSON lines of all sides and manifest.json",
                  true)
            .new_folder();
        given->sides.declare(args);
        args.number(
            "--fail-below,~--alpha", given->alpha,
            "Exit 1 if a share of the cue misses its target with a p-value below this (exact binomial, "
            "Holm)");
        args.flag("--replace", given->replace, "Write anew a folder that this command wrote");
        args.flag("--json", given->json, "Print the manifest instead of the table");
        args.jobs(given->jobs);
        args.footer(describe_catalog(shortcuts()) +
                    "\n"
                    "docs/shortcuts.md explains every kind, with examples. (Zhou et al. 2024, Navigating the "
                    "Shortcut Maze.)");
        args.example("standfast shortcut corpus.jsonl --target author --lambda 0.8 --out planted",
                     "Plant a word that goes with the author in train and test");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

#include "cli/shortcuts/shortcut_sides.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/other_columns.h"
#include "cli/shortcuts/planted_files.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/proportional_draw.h"

namespace standfast::cli {
namespace {

constexpr uint64_t kMillion = 1'000'000;

Fraction fraction_of(double share) {
  return {static_cast<uint64_t>(std::llround(share * static_cast<double>(kMillion))), kMillion};
}

// Draws some of the rows, a share of every class; at least one row, and not all.
Result<std::vector<uint32_t>> drawn_rows(const Corpus& corpus, const Column& classes,
                                         const std::vector<uint32_t>& rows, double share, uint64_t seed,
                                         const std::string& side) {
  if (rows.size() < 2)
    return data_error(fmt::format("{}: {} documents with a class, too few for a {} side", corpus.name(),
                                  rows.size(), side));
  const Fraction part = fraction_of(share);
  const uint64_t wanted = std::clamp<uint64_t>(nearest(rows.size(), part), 1, rows.size() - 1);
  return draw_proportionally(corpus, rows, classes.codes, classes.names.size(), part, wanted, seed,
                             "shortcut/" + side);
}

Result<Corpus> read_all_columns(const CorpusArgs& given, const SidesArgs& sides) {
  SF_ASSIGN(ReadOptions options, given.options());
  for (const auto& rule : options.attributes)
    if (rule.name == "cue" || rule.name == "cue_spans" || rule.name == "cue_frames")
      return usage_error(fmt::format(
          "shortcut: planted lines have a \"{0}\" of their own; give the column another name (--column "
          "OTHER={1})",
          rule.name, rule.from));
  std::vector<std::string> paths = {given.path};
  if (!sides.test.empty()) paths.push_back(sides.test);
  SF_ASSIGN(OtherColumns others, other_columns(paths, options, kPlantedColumns));
  for (auto& rule : others.rules) options.attributes.push_back(std::move(rule));
  if (!others.left_out.empty())
    terminal().info(fmt::format("not kept: {} (no texts or numbers; --column NAME:list=NAME keeps a list)",
                                fmt::join(others.left_out, ", ")));
  if (!others.reserved.empty())
    terminal().info(
        fmt::format("not kept: {} (columns with a name that is taken; --column OTHER=NAME keeps one)",
                    fmt::join(others.reserved, ", ")));
  if (others.unseen)
    terminal().warn(
        "standard input can be read once only, so columns beside id, text and roles are not kept (--column "
        "NAME=NAME "
        "keeps one; from a file all are kept)");
  if (sides.test.empty()) return read_corpus(given.path, options);
  return read_parts(given.path, {{"train", given.path}, {"test", sides.test}}, options);
}

// Returns the rows with a class.
std::vector<uint32_t> with_class(const RowSet& rows, const Column& classes) {
  std::vector<uint32_t> kept;
  for (const uint32_t row : rows)
    if (classes.codes[row] != kMissing) kept.push_back(row);
  return kept;
}

// Returns the fold before a validation side is drawn.
Result<Fold> given_fold(ShortcutSides& sides, const Column& classes, const SidesArgs& args) {
  const Corpus& corpus = sides.corpus;
  Fold fold;
  if (!args.splits.empty()) {
    SF_ASSIGN(AnySplit any, read_any_split(args.splits, corpus, terminal()));
    auto& folds = any.splits.split.folds;
    if (static_cast<size_t>(args.fold) >= folds.size())
      return usage_error(
          fmt::format("--fold {}: {} has folds 0 to {}", args.fold, args.splits, folds.size() - 1));
    fold = std::move(folds[static_cast<size_t>(args.fold)]);
    sides.source = fmt::format("fold {} of {}", args.fold, args.splits);
  } else if (!args.test.empty()) {
    const Column& part = *corpus.named_column(kPartAttribute);
    for (uint32_t row = 0; row < corpus.size(); ++row)
      (part.names[part.codes[row]] == "test" ? fold.test : fold.train).push_back(row);
    sides.source = fmt::format("test from {}", args.test);
  } else {
    std::vector<uint32_t> all;
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (classes.codes[row] != kMissing) all.push_back(row);
    SF_ASSIGN(const auto test,
              drawn_rows(corpus, classes, all, args.test_share, static_cast<uint64_t>(args.seed), "test"));
    fold.train = sorted_rows(rows_without(all, test, corpus));
    fold.test = sorted_rows(test);
    sides.source = fmt::format("a share of {} for test", args.test_share);
  }
  return fold;
}

}  // namespace

void SidesArgs::declare(Args& args) {
  args.choice("--target", target, {"label", "author", "topic", "source"}, "Column role that is the class");
  args.text("--test", test, "File with the documents of test; the documents of CORPUS are train and dev")
      .file();
  args.text("--splits", splits, "Sides as standfast split writes them (splits.json), or lists of ids").path();
  args.count("--fold", fold, "With --splits: number of the fold, from 0");
  args.number("--test-share", test_share, "Share of the documents for test, without --test and --splits");
  args.number("--dev-share", dev_share,
              "Share of the train documents for dev, unless --splits has some (0: none)");
}

Status SidesArgs::check() const {
  if (!test.empty() && !splits.empty())
    return usage_error("shortcut: --test and --splits both say which documents are tested; give one of them");
  if (splits.empty() && fold != 0)
    return usage_error("--fold counts the folds of --splits, and there is none");
  if (!(test_share > 0 && test_share < 1))
    return usage_error(fmt::format("--test-share {}: must be above 0 and below 1", test_share));
  if (!(dev_share >= 0 && dev_share < 1))
    return usage_error(fmt::format("--dev-share {}: must be at least 0 and below 1", dev_share));
  return {};
}

Result<ShortcutSides> shortcut_sides(const CorpusArgs& corpus, const SidesArgs& args) {
  ShortcutSides sides;
  SF_ASSIGN(sides.corpus, read_all_columns(corpus, args));
  sides.target = *role_from_name(args.target);
  SF_ASSIGN(const Column* classes, sides.corpus.require(sides.target));
  SF_ASSIGN(sides.fold, given_fold(sides, *classes, args));
  uint64_t before = 0, after = 0;
  for (RowSet* side : {&sides.fold.train, &sides.fold.validation, &sides.fold.test}) {
    before += side->size();
    *side = with_class(*side, *classes);
    after += side->size();
  }
  sides.without_class = before - after;
  if (args.test.empty() && args.splits.empty()) sides.without_class = sides.corpus.size() - after;
  if (sides.without_class > 0)
    terminal().warn(fmt::format("{}: {} documents have no {} and are left out", sides.corpus.name(),
                                sides.without_class, args.target));
  if (sides.fold.validation.empty() && args.dev_share > 0) {
    const auto train = sides.fold.train.list();
    SF_ASSIGN(const auto dev, drawn_rows(sides.corpus, *classes, train, args.dev_share,
                                         static_cast<uint64_t>(args.seed), "dev"));
    sides.fold.train = sorted_rows(rows_without(train, dev, sides.corpus));
    sides.fold.validation = sorted_rows(dev);
    sides.source += fmt::format(", a share of {} of train for dev", args.dev_share);
  }
  for (const auto& [name, side] : {std::pair{"train", &sides.fold.train}, {"test", &sides.fold.test}})
    if (side->empty())
      return data_error(
          fmt::format("{}: no document with a {} on the {} side", sides.corpus.name(), args.target, name));
  return sides;
}

}  // namespace standfast::cli

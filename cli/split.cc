// standfast split: folds of a corpus as a splits.json, and as exports for other tools.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/draw_args.h"
#include "standfast/base/file.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/vectors_encoder.h"
#include "standfast/split/file/bind_splits.h"
#include "standfast/split/file/export_split.h"
#include "standfast/split/file/index_file.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "standfast/study/spec/spec.h"

namespace standfast::cli {
namespace {

struct SplitArgs {
  CorpusArgs corpus;
  DrawArgs draw;
  std::string method = "topic-k-fold";
  std::map<std::string, OptionValue> options;
  std::string from, control, preset, vectors, out = "-";
  std::vector<std::string> block;
  int64_t trades = 1;
  std::map<std::string, OptionValue> exports;
  bool ids = false, no_similarity = false;
};

// The vectors of the documents of a sample, as a file has them.
struct FileSpace {
  FloatMatrix matrix;
  std::string name, sha256;
};

Result<FileSpace> read_space(const std::string& path, const Corpus& corpus, const Sample& sample,
                             int threads) {
  SF_ASSIGN(const auto reader, encoders().make("vectors", {{"path", path}}));
  SF_ASSIGN(const Encoded encoded,
            reader->encode(corpus, sample.rows, {.threads = threads, .sink = &terminal()}));
  FileSpace space;
  auto matrix = float_vectors(encoded);
  if (!matrix) return with_context(path, matrix.error());
  space.matrix = std::move(*matrix);
  space.name = std::filesystem::path(path).filename().string();
  SF_ASSIGN(space.sha256, vectors_digest(path, ""));
  return space;
}

// Vectors must be given to methods that read them, and to no other method.
Status check_vectors(const SplitArgs& given, const SplitterCatalog::Entry& entry) {
  if (given.vectors.empty() && entry.traits.reads_vectors)
    return usage_error(
        fmt::format("split: {} reads vectors of documents: standfast encode {} --encoder lsa "
                    "--out vectors.npy makes some, --vectors vectors.npy gives them",
                    entry.name, given.corpus.path));
  if (!given.vectors.empty() && !entry.traits.reads_vectors)
    return usage_error(fmt::format("split: {} looks at no vectors, so --vectors has no use", entry.name));
  return {};
}

Result<Splits> drawn(const SplitArgs& given, const Corpus& corpus) {
  if (!given.from.empty()) return read_splits(given.from, corpus, terminal());
  SF_ASSIGN(const auto* entry, splitters().find(given.method));
  SF_ASSIGN(const Options options, splitters().resolve(given.method, given.options, given.preset));
  SF_ASSIGN(const auto splitter, entry->make(options));
  Splits splits;
  SF_ASSIGN(splits.sample, given.draw.draw(corpus));
  SplitContext context{.seed = given.draw.the_seed(), .threads = given.draw.threads(), .sink = &terminal()};
  FileSpace space;
  if (entry->traits.reads_vectors) {
    SF_ASSIGN(space, read_space(given.vectors, corpus, splits.sample, given.draw.threads()));
    context.vectors = {space.matrix, splits.sample.rows, space.name};
  }
  if (entry->traits.reads_classes) context.classes = corpus.column(Role::label);
  SF_ASSIGN(splits.split, splitter->split(corpus, splits.sample, context));
  if (!space.sha256.empty())
    splits.split.notes.push_back(fmt::format("{} has the sha256 {}", space.name, space.sha256));
  return splits;
}

Result<Splits> make(const SplitArgs& given, const Corpus& corpus) {
  SF_ASSIGN(Splits splits, drawn(given, corpus));
  if (given.control.empty()) return splits;
  if (splits.split.method == kMatchedControl)
    return usage_error(fmt::format("{}: is a control already; make one from the original split", given.from));
  const auto role = role_from_name(given.control);
  SF_ASSIGN(splits.split, matched_control(corpus, splits.split,
                                          {.target = *role,
                                           .block = given.block,
                                           .trades = static_cast<uint32_t>(given.trades),
                                           .seed = given.draw.the_seed()}));
  return splits;
}

void say_lines(const std::string& text) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    terminal().info(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

// The exports that are one file.
Result<std::string> exported(const std::string& kind, const Corpus& corpus, const Split& split) {
  if (kind == "indices") return write_index_file(corpus, split);
  if (kind == "candidates") return candidates_csv(split);
  return fold_column(corpus, split);
}

Status run(const SplitArgs& given) {
  for (const auto& [kind, path] : given.exports)
    if (kind != "column" && kind != "lists" && kind != "indices" && kind != "candidates")
      return usage_error(
          fmt::format("--export {}={}: there are column=FILE, lists=FOLDER, indices=FILE and candidates=FILE",
                      kind, to_string(path)));
  if (given.from == "-" && given.corpus.path == "-")
    return usage_error("split: the corpus and the splits cannot both come from standard input");
  if (given.control.empty() && !given.block.empty())
    return usage_error("--block names what trades places as a whole in a control: it needs --control COLUMN");
  if (given.control.empty() && given.trades != 1)
    return usage_error("--trades counts the draws of a control: it needs --control COLUMN");
  if (given.trades < 1 || given.trades > int64_t{kMostTrades})
    return usage_error(fmt::format("--trades {}: from 1 to {}", given.trades, kMostTrades));
  if (given.from.empty()) {
    SF_ASSIGN(const auto* entry, splitters().find(given.method));
    SF_TRY(check_vectors(given, *entry));
  } else if (!given.vectors.empty()) {
    return usage_error("split: --from takes folds that are there already, so --vectors has no use");
  }
  CorpusArgs read = given.corpus;
  read.also_read(given.block);
  if (const auto entry = splitters().find(given.method))  // if the options are wrong, make() below reports it
    if (const auto options = splitters().resolve(given.method, given.options, given.preset))
      read.also_read(attributes_named(*options, (*entry)->options));
  SF_ASSIGN(const Corpus corpus, read.read());
  SF_ASSIGN(const Splits splits, make(given, corpus));
  SF_ASSIGN(const TopicEncoder encoder, given.draw.encoder.topics());
  const auto statistics =
      given.no_similarity
          ? split_statistics(corpus, splits.sample, splits.split, nullptr)
          : statistics_with_similarity(corpus, splits.sample, splits.split, given.draw.threads(), 5, encoder);
  terminal().info(splits.split.reason);
  for (const auto& note : splits.sample.notes) terminal().info(note);
  for (const auto& note : splits.split.notes) terminal().info(note);
  if (given.out != "-") say_lines(describe(corpus, statistics));
  for (const auto& [kind, path] : given.exports) {
    if (kind == "lists") {
      SF_TRY(write_index_lists(to_string(path), splits.split));
      continue;
    }
    SF_ASSIGN(const std::string content, exported(kind, corpus, splits.split));
    SF_TRY(write_file(to_string(path), content));
  }
  // If only an export of an existing file is asked for, no second copy of the file is written.
  if (!given.from.empty() && given.control.empty() && !given.exports.empty() && given.out == "-") return {};
  return write_file(given.out, write_splits(corpus, splits.sample, splits.split, statistics,
                                            given.ids ? RowUnit::id : RowUnit::row));
}

}  // namespace

Command split_command() {
  return {
      "split", "Cut a corpus into folds and write splits.json", [](Args& args) {
        auto given = std::make_shared<SplitArgs>();
        std::vector<std::string> names;
        for (const auto& entry : splitters().entries()) names.push_back(entry.name);
        given->corpus.declare(args);
        args.choice("--method", given->method, names, "How to split");
        args.settings("--set", given->options, "Option of the method, e.g. folds=5");
        args.text("--preset", given->preset, "Named set of options of the method; --set overrides it");
        args.text(
            "--vectors", given->vectors,
            "Vectors of the documents, for methods that read them (cluster-k-fold, closest-split): .npy or JSON "
            "lines, as standfast\nencode writes them or any other program (docs/encoders.md)");
        given->draw.declare(args, "--sample", "--sample-set");
        args.text("-o,--out", given->out, "Where splits.json goes; - is standard output");
        args.flag("--ids", given->ids,
                  "Name documents by id instead of row number: larger, but order does not matter");
        args.text("--from", given->from, "Take this splits.json instead of splitting, e.g. to export it");
        args.choice("--control", given->control, {"label", "author", "topic", "source"},
                    "Write the matched control instead: documents trade places at random within each value "
                    "of this\ncolumn, so sizes and class counts of every side stay the same and only the "
                    "grouping is undone");
        args.texts(
            "--block", given->block,
            "With --control: documents that agree in this column (thread, case, date ...) and in the class "
            "trade\nplaces only together; may be repeated, the larger first: --block forum --block thread");
        args.count("--trades", given->trades,
                   "With --control: write this many controls into one file, one after the other; each is a "
                   "separate draw");
        args.settings(
            "--export", given->exports,
            "column=FILE.csv (id,fold), lists=FOLDER (row numbers per fold and side), indices=FILE (two lines, "
            "test and\ntrain, of a split with one fold) or candidates=FILE.csv (what the method tried, "
            "such as numbers of clusters)");
        args.flag("--no-similarity", given->no_similarity, "Do not compare the topics of the two sides");
        args.footer(describe_catalog(splitters()) +
                    "\nA score answers the question that its split asks: k-fold asks about more of the same, "
                    "author-k-fold "
                    "about new\nauthors, topic-k-fold about new topics, and with --sample hits about topics "
                    "unlike any in "
                    "training\n(docs/splits.md). standfast check CORPUS --splits FILE verifies the file.");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

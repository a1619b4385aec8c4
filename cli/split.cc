// standfast split: folds of a corpus as a splits.json, and as exports for other tools.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "standfast/base/file.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/vectors_encoder.h"
#include "standfast/split/export/exporter.h"
#include "standfast/split/file/label_mix.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/repeats.h"
#include "standfast/split/splitter.h"
#include "standfast/split/strata.h"
#include "standfast/study/spec/spec.h"

namespace standfast::cli {
namespace {

struct SplitArgs {
  CorpusArgs corpus;
  DrawArgs draw;
  std::string method = "topic-k-fold";
  std::map<std::string, OptionValue> options, space_options;
  std::string from, control, preset, vectors, space, out = "-";
  std::vector<std::string> block;
  bool whole = false;
  std::vector<std::string> match;
  int64_t trades = 1, repeats = 0;
  std::map<std::string, OptionValue> exports, export_options;
  bool ids = false, no_similarity = false;
  std::function<std::string()> flag_of_a_drawing;  // the first that is given
  std::function<bool()> seed_given;
};

// Refuses flags for drawing folds if existing folds are given. A control of existing folds is drawn, from its
// seed.
Status check_from(const SplitArgs& given) {
  if (given.from.empty()) return {};
  if (const std::string flag = given.flag_of_a_drawing(); !flag.empty())
    return usage_error(
        fmt::format("split: --from takes folds that exist already, so {} has no effect", flag));
  if (given.seed_given() && given.control.empty())
    return usage_error(
        "split: --from takes folds that exist already, so --seed has no effect without --control");
  return {};
}

// Returns true if only an export of an existing file is asked for; then no second copy of the file is
// written.
bool only_exports(const SplitArgs& given) {
  return !given.from.empty() && given.control.empty() && !given.exports.empty() && given.out == "-";
}

// Moves --repeats into the option of that name. An error says why a method has no repeats.
Status take_repeats(SplitArgs& given) {
  if (given.repeats == 0) return {};
  if (given.repeats < 0) return usage_error(fmt::format("--repeats {}: must be at least 1", given.repeats));
  SF_ASSIGN(const auto* entry, splitters().find(given.method));
  if (const auto objection = objection_to_repeats(*entry); !objection.empty())
    return usage_error(fmt::format("--repeats {}: {}", given.repeats, objection));
  if (!given.options.emplace("repeats", given.repeats).second)
    return usage_error("--repeats N and --set repeats=N mean the same; give one of them");
  return {};
}

// The vectors of the documents of a sample, from a file or from an encoder (no sha256).
struct GivenSpace {
  FloatMatrix matrix;
  std::string name, sha256;
};

Result<GivenSpace> make_space(const SplitArgs& given, const Corpus& corpus, const Sample& sample) {
  SF_ASSIGN(const auto* entry, encoders().find(given.space));
  SF_ASSIGN(const Options options, encoders().resolve(given.space, given.space_options));
  SF_ASSIGN(const auto encoder, entry->make(options));
  auto encoded = encoder->encode(corpus, sample.rows, {.threads = given.draw.threads(), .sink = &terminal()});
  if (!encoded) return with_context(corpus.name(), encoded.error());
  auto matrix = float_vectors(*encoded);
  if (!matrix) return with_context(corpus.name(), matrix.error());
  SF_ASSIGN(std::string of_files, encoder->digest());
  return GivenSpace{std::move(*matrix), given.space + options_changed(options, entry->options),
                    std::move(of_files)};
}

Result<GivenSpace> read_space(const std::string& path, const Corpus& corpus, const Sample& sample,
                              int threads) {
  SF_ASSIGN(const auto reader, encoders().make("vectors", {{"path", path}}));
  SF_ASSIGN(const Encoded encoded,
            reader->encode(corpus, sample.rows, {.threads = threads, .sink = &terminal()}));
  GivenSpace space;
  auto matrix = float_vectors(encoded);
  if (!matrix) return with_context(path, matrix.error());
  space.matrix = std::move(*matrix);
  space.name = std::filesystem::path(path).filename().string();
  SF_ASSIGN(space.sha256, vectors_digest(path, ""));
  return space;
}

// Checks that vectors are given to methods that read them, and to no other method.
Status check_vectors(const SplitArgs& given, const SplitterCatalog::Entry& entry) {
  if (!given.space.empty()) {
    SF_TRY(encoders().resolve(given.space, given.space_options));
    if (!given.vectors.empty())
      return usage_error("split: --space makes vectors and --vectors reads them; give one of the two");
    if (!entry.traits.reads_vectors)
      return usage_error(fmt::format("split: {} reads no vectors, so --space has no effect", entry.name));
    return {};
  }
  if (!given.space_options.empty())
    return usage_error("split: --space-set is for the encoder of --space, and there is none");
  if (given.vectors.empty() && entry.traits.reads_vectors)
    return usage_error(fmt::format(
        "split: {} reads vectors of documents: --space lsa makes some; or standfast encode {} --encoder lsa "
        "--out vectors.npy does, and --vectors vectors.npy gives them",
        entry.name, given.corpus.path));
  if (!given.vectors.empty() && !entry.traits.reads_vectors)
    return usage_error(fmt::format("split: {} reads no vectors, so --vectors has no effect", entry.name));
  return {};
}

Result<Splits> drawn(const SplitArgs& given, const Corpus& corpus) {
  if (!given.from.empty()) {
    SF_ASSIGN(AnySplit any, read_any_split(given.from, corpus, terminal()));
    return std::move(any.splits);
  }
  SF_ASSIGN(const auto* entry, splitters().find(given.method));
  SF_ASSIGN(const Options options, splitters().resolve(given.method, given.options, given.preset));
  SF_ASSIGN(const auto splitter, entry->make(options));
  Splits splits;
  SF_ASSIGN(splits.sample, given.draw.draw(corpus));
  SplitContext context{.seed = given.draw.the_seed(), .threads = given.draw.threads(), .sink = &terminal()};
  GivenSpace space;
  if (entry->traits.reads_vectors) {
    SF_ASSIGN(space, given.space.empty()
                         ? read_space(given.vectors, corpus, splits.sample, given.draw.threads())
                         : make_space(given, corpus, splits.sample));
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
                                           .whole = given.whole,
                                           .match = given.match,
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

// A requested exporter, ready to write.
struct Asked {
  const ExporterCatalog::Entry* entry;
  std::unique_ptr<Exporter> exporter;
  std::vector<std::string> columns;  // columns of the corpus that its options name
  std::string path;
};

// Gives each option of --export-set to the exporters that have it. Checked before anything is read.
Result<std::vector<Asked>> asked_exports(const SplitArgs& given) {
  std::vector<Asked> asked;
  std::map<std::string, OptionValue> unused = given.export_options;
  std::vector<std::string> known;
  for (const auto& [name, path] : given.exports) {
    SF_ASSIGN(const auto* entry, exporters().find(name));
    std::map<std::string, OptionValue> own;
    for (const auto& option : entry->options) {
      known.push_back(option.name);
      if (const auto found = given.export_options.find(option.name); found != given.export_options.end())
        own.insert(*found);
      unused.erase(option.name);
    }
    SF_ASSIGN(const Options options, exporters().resolve(name, own));
    SF_ASSIGN(auto exporter, entry->make(options));
    asked.push_back({entry, std::move(exporter), attributes_named(options, entry->options), to_string(path)});
  }
  if (unused.empty()) return asked;
  const std::string& name = unused.begin()->first;
  const std::string hint = nearest_name(name, known);
  if (asked.empty())
    return usage_error(
        fmt::format("--export-set {}: sets options of exports, and there is no --export", name));
  return usage_error(fmt::format("--export-set {}: no export here has this option{}", name,
                                 hint.empty() ? fmt::format(" (there are: {})", fmt::join(known, ", "))
                                              : fmt::format("; did you mean \"{}\"?", hint)));
}

// Warns if an export form has no place for validation.
void warn_of_validation(const Split& split, const std::vector<Asked>& exports) {
  const auto documents = std::ranges::max(split.folds, {}, [](const Fold& fold) {
                           return fold.validation.size();
                         }).validation.size();
  for (const auto& one : exports)
    if (documents > 0 && one.entry->traits.joins_validation)
      terminal().warn(fmt::format(
          "--export {0}: it has no place for validation, so its {1} documents{2} train there",
          one.entry->name, documents, split.folds.size() > 1 ? " (of the fold that has most)" : ""));
}

Status run(SplitArgs given) {
  SF_TRY(check_from(given));
  SF_TRY(take_repeats(given));
  SF_ASSIGN(const auto exports, asked_exports(given));
  if (given.from == "-" && given.corpus.path == "-")
    return usage_error("split: the corpus and the splits cannot both come from standard input");
  if (given.control.empty() && !given.block.empty())
    return usage_error(
        "--block names the blocks that trade places as a whole in a control: it needs --control COLUMN");
  if (given.whole && given.block.empty())
    return usage_error(
        "--whole keeps blocks with the documents of all classes together: it needs --block COLUMN");
  if (given.control.empty() && !given.match.empty())
    return usage_error(
        "--match names a column in which documents that trade places agree: it needs --control COLUMN");
  if (given.control.empty() && given.trades != 1)
    return usage_error("--trades counts the draws of a control: it needs --control COLUMN");
  if (given.trades < 1 || given.trades > int64_t{kMostTrades})
    return usage_error(fmt::format("--trades {}: from 1 to {}", given.trades, kMostTrades));
  if (given.from.empty()) {
    SF_ASSIGN(const auto* entry, splitters().find(given.method));
    SF_TRY(check_vectors(given, *entry));
  }
  const auto files_of_options =
      together({files_named(splitters(), given.method, given.options, given.preset),
                files_named(encoders(), given.space, given.space_options), given.draw.files()});
  const auto inputs = together({{given.corpus.path, given.from, given.vectors}, files_of_options});
  SF_TRY(keep_inputs("--out", given.out, inputs));
  std::vector<NamedOutput> outputs;
  if (!only_exports(given)) outputs.push_back({"--out", given.out});
  for (const auto& one : exports) {
    const std::string flag = fmt::format("--export {}", one.entry->name);
    SF_TRY(keep_inputs(flag, one.path, inputs));
    // The files in a folder of lists depend on the folds.
    if (one.entry->traits.folder && !one.entry->traits.texts)
      SF_TRY(keep_inputs_outside(flag, one.path, files_of_options));
    // A folder with texts contains texts under this name; the corpus may come from an earlier export.
    if (one.entry->traits.folder && one.entry->traits.texts)
      SF_TRY(keep_inputs(flag, one.path + "/data.jsonl", inputs));
    outputs.push_back({flag, one.path});
  }
  SF_TRY(distinct_outputs(outputs));
  CorpusArgs read = given.corpus;
  read.also_read(given.block, "block");
  std::vector<std::string> matched = given.match;
  std::erase(matched, kLengthToMatch);
  read.also_read(matched, "match");
  if (const auto entry = splitters().find(given.method))  // if the options are wrong, make() below reports it
    if (const auto options = splitters().resolve(given.method, given.options, given.preset))
      read.also_read(attributes_named(*options, (*entry)->options), "set");
  for (const auto& one : exports) read.also_read(one.columns);
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
  const Column* labels = corpus.column(given.control.empty() ? Role::label : *role_from_name(given.control));
  if (labels != nullptr) say_lines(label_mix_in_words(*labels, splits.split.folds));
  warn_of_validation(splits.split, exports);
  // An exporter that cannot hold the split is refused before any other export is written.
  for (const auto& one : exports) {
    if (const Status held = one.exporter->holds(corpus, splits.split); !held)
      return with_context(fmt::format("--export {}", one.entry->name), held.error());
  }
  for (const auto& one : exports) {
    if (const Status written = one.exporter->write(corpus, splits.split, one.path); !written)
      return with_context(fmt::format("--export {}", one.entry->name), written.error());
  }
  if (only_exports(given)) return {};
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
        std::vector<std::string> forms, encoder_names;
        for (const auto& entry : encoders().entries()) encoder_names.push_back(entry.name);
        for (const auto& entry : exporters().entries()) forms.push_back(entry.name);
        given->corpus.declare(args);
        args.choice("--method", given->method, names, "Method of splitting");
        args.settings("--set", given->options, "Option of the method, e.g. folds=5");
        args.text("--preset", given->preset, "Named set of options of the method; --set overrides it");
        args.count(
            "--repeats", given->repeats,
            "Draw the split this many times, each time afresh, for any method that draws: the same as --set "
            "repeats=N");
        args.text(
                "--vectors", given->vectors,
                "Vectors of the documents, for methods that read them (cluster-k-fold, closest-split): .npy "
                "or JSON "
                "lines, as standfast\nencode writes them or any other program (docs/encoders.md)")
            .file();
        args.text("--space", given->space,
                  "Make these vectors here, with an encoder such as lsa, instead of --vectors")
            .named(encoder_names);
        args.settings("--space-set", given->space_options, "Option of that encoder, e.g. components=50");
        given->draw.declare(args, "--sample", "--sample-set");
        given->flag_of_a_drawing =
            args.first_given({"--method", "--set", "--preset", "--repeats", "--vectors", "--space",
                              "--space-set", "--sample", "--sample-set"});
        given->seed_given = args.given("--seed");
        args.text("-o,--out", given->out, "File for splits.json; - is standard output").new_file();
        args.flag("--ids", given->ids,
                  "Name documents by id instead of row number: larger, but order does not matter");
        args.text(
                "--from", given->from,
                "Take this split instead of splitting, e.g. to export it: a splits.json, or lists as exports "
                "write "
                "them")
            .path();
        args.choice(
            "--control", given->control, {"label", "author", "topic", "source"},
            "Write the matched control instead, a size-matched random split: documents trade places at "
            "random within\neach value of this column, so sizes and class counts of every side stay the "
            "same and only the grouping is\nundone");
        args.texts("--block", given->block,
                   "With --control: documents that agree in this column (thread, case, date ...) and in the "
                   "class "
                   "trade\n"
                   "places only together; may be repeated, the larger first: --block forum --block thread")
            .column();
        args.flag(
            "--whole", given->whole,
            "With --block: whole blocks trade places, with the documents of all their classes. Sizes and "
            "class counts\ncome as near as whole blocks allow");
        args.texts("--match", given->match,
                   "With --control: documents trade places only with documents that agree in this column as "
                   "well, or, with\n"
                   "--match length, in the fifth of their length in words; may be repeated")
            .column();
        args.count("--trades", given->trades,
                   "With --control: write this many controls into one file, one after the other; each is a "
                   "separate draw");
        args.settings(
            "--export", given->exports,
            fmt::format(
                "Write the split in a form that other tools read, NAME=PATH (a file; lists and genbench "
                "are\nfolders). Forms: {}",
                fmt::join(forms, ", ")));
        args.settings("--export-set", given->export_options,
                      "Option of an export, e.g. unit=id (standfast ls exporters -l)");
        args.flag("--no-similarity", given->no_similarity, "Do not compare the topics of the two sides");
        args.footer(describe_catalog(splitters()) + "\n" + describe_catalog(exporters()) +
                    "\nA score answers the question that its split asks: k-fold asks about more of the same, "
                    "author-k-fold "
                    "about new\nauthors, topic-k-fold about new topics, and with --sample hits about topics "
                    "unlike any in "
                    "training\n(docs/splits.md). standfast check CORPUS --splits FILE verifies the file.");
        args.example("standfast split corpus.jsonl --method topic-k-fold --set folds=4 --out splits.json",
                     "Make four folds of whole topics");
        args.example("standfast split corpus.jsonl --from splits.json --export lists=lists",
                     "Write the same split as lists of rows, for other tools");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

// standfast convert: converts a corpus from one format into another.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/other_columns.h"
#include "cli/show_tables.h"
#include "standfast/base/memory.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/write.h"

namespace standfast::cli {
namespace {

struct ConvertArgs {
  ConvertArgs() { corpus.form = "none"; }  // texts are written as they were read
  CorpusArgs corpus;
  std::string out, to = "guess";
  bool named_only = false;
};

// Limits the columns, because each takes memory for each document, and lines of JSON may have an unlimited
// number of keys.
constexpr size_t kMostOtherColumns = 1000;

// The columns that are not written, by reason.
class ColumnsLeftOut {
 public:
  ColumnsLeftOut(Format format, const ReadOptions& options) : format_(format), options_(options) {}

  void add(const std::string& name, std::string why) {
    if (is_on_purpose(name)) return;
    // No flag helps if the format itself cannot hold the column.
    if (auto objection = objection_to_column(format_, name); !objection.empty()) why = std::move(objection);
    auto found = std::find_if(reasons_.begin(), reasons_.end(),
                              [&](const auto& reason) { return reason.first == why; });
    if (found == reasons_.end()) found = reasons_.insert(found, {std::move(why), {}});
    found->second.push_back(name);
  }

  void warn(const std::string& path) const {
    if (reasons_.empty()) return;
    constexpr size_t kMostNames = 20;
    std::vector<std::string> parts;
    for (const auto& [why, names] : reasons_) {
      parts.push_back(fmt::format("{} ({})", quoted_names(names, kMostNames), why));
    }
    terminal().warn(fmt::format("{}: columns that are not written: {}", path, fmt::join(parts, "; ")));
  }

 private:
  // Returns true if the user asked for it: --author none.
  bool is_on_purpose(const std::string& name) const {
    const auto role = role_from_name(name);
    return role ? options_.role_columns[static_cast<size_t>(*role)] == "none"
                : name == "id" && options_.id_column == "none";
  }

  Format format_;
  const ReadOptions& options_;
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons_;
};

// Adds rules for the columns that no flag names, as far as the format can hold them.
Status add_others(const std::string& path, Format format, ReadOptions& options, OtherColumns& others,
                  ColumnsLeftOut& left_out) {
  SF_ASSIGN(others, other_columns({path}, options, {}, OtherLists::kept));
  for (const auto& name : others.left_out)
    left_out.add(name, "objects, or lists of more than texts; --column NAME:list=NAME writes a list");
  for (const auto& name : others.reserved)
    left_out.add(name, "the name is taken or no name for a column; --column OTHER=NAME writes one");
  const bool too_many = others.rules.size() > kMostOtherColumns;
  for (auto& rule : others.rules) {
    if (!objection_to_column(format, rule.name).empty())
      left_out.add(rule.name, "");
    else if (too_many)
      left_out.add(rule.name,
                   fmt::format("more than {} columns; --column NAME=NAME writes one", kMostOtherColumns));
    else if (rule.kind == AttributeKind::list && format != Format::jsonl)
      left_out.add(rule.name, "lists; --column \"NAME:list:;=NAME\" writes one with ; between the elements");
    else
      options.attributes.push_back(std::move(rule));
  }
  return {};
}

// Returns the attributes to write. named: how many of the rules the user gave; these stand before the others.
std::vector<WrittenAttribute> written_attributes(const Corpus& corpus, const ConvertArgs& given,
                                                 Format format, const ReadOptions& options, size_t named,
                                                 const OtherColumns& others, ColumnsLeftOut& left_out) {
  std::vector<WrittenAttribute> written;
  for (size_t i = 0; i < options.attributes.size(); ++i) {
    const AttributeRule& rule = options.attributes[i];
    // A column that only selects documents is no longer needed, whether or not the format can hold it.
    const bool chooses = std::any_of(options.only_attributes.begin(), options.only_attributes.end(),
                                     [&](const auto& only) { return only.name == rule.name; });
    if (chooses && format == Format::folder) continue;
    if (const auto mistaken = mistaken_for(corpus, format, {rule.name, rule.kind}); !mistaken.empty()) {
      if (i >= named) {
        left_out.add(rule.name, fmt::format("a reader would take it for {}{}; --column OTHER=NAME writes it",
                                            role_from_name(mistaken) ? "the " : "", mistaken));
        continue;
      }
      terminal().warn(
          fmt::format("{}: a reader will take \"{}\" for {}{}; give it another name (--column OTHER={})",
                      given.out, rule.name, role_from_name(mistaken) ? "the " : "", mistaken, rule.from));
    }
    WrittenAttribute attribute{.name = rule.name, .bare = i >= named && others.bare.contains(rule.name)};
    if (!rule.separator.empty()) attribute.separator = rule.separator;
    written.push_back(std::move(attribute));
  }
  return written;
}

Status convert_corpus(const ConvertArgs& given) {
  Format format = *format_from_name(given.to);
  if (format == Format::guess) {
    SF_ASSIGN(format, output_format(given.out));
  }
  const std::string& path = given.corpus.path;
  SF_TRY(keep_inputs("OUT", given.out, {path}));
  SF_TRY(keep_folder("OUT", given.out, path));
  SF_ASSIGN(ReadOptions options, given.corpus.options());
  const size_t named = options.attributes.size();
  ColumnsLeftOut left_out(format, options);
  OtherColumns others;
  if (!given.named_only) {
    give_back_large_blocks();  // the file is read twice
    SF_TRY(add_others(path, format, options, others, left_out));
  }
  ReadReport report;
  SF_ASSIGN(const Corpus corpus, read_corpus(path, options, &report));
  if (others.unseen)
    for (const auto& name : columns_not_taken(report, options))
      left_out.add(
          name,
          "the input can be read once only; --column NAME=NAME writes one, from a file all are written");
  const auto attributes = written_attributes(corpus, given, format, options, named, others, left_out);
  left_out.warn(corpus.name());
  SF_TRY(write_corpus(corpus, given.out, format, std::nullopt, attributes));
  terminal().info(fmt::format("{}: {} documents", given.out, corpus.size()));
  if (format == Format::csv || format == Format::tsv)
    for (const auto& attribute : attributes)
      if (corpus.attribute(attribute.name)->kind == AttributeKind::list)
        terminal().info(fmt::format("{0}: --column \"{1}:list:{2}={1}\" reads the lists of \"{1}\"",
                                    given.out, attribute.name, attribute.separator));
  return {};
}

}  // namespace

Command convert_command() {
  return {
      "convert", "Write a corpus in another format (JSONL, CSV, TSV, folder of texts)", [](Args& args) {
        auto given = std::make_shared<ConvertArgs>();
        given->corpus.declare(args);
        args.text("OUT", given->out,
                  "File to write (.jsonl .csv .tsv, also with .gz or .zst), folder, or - for standard output",
                  true)
            .new_path();
        args.choice("--to", given->to, {"guess", "jsonl", "csv", "tsv", "folder"},
                    "Format of OUT (guessed from its name)");
        args.flag("--named-only", given->named_only,
                  "Write id, text, roles and the columns of --column, and leave out all others");
        args.example("standfast convert corpus.jsonl corpus.csv", "Write JSON lines as a table");
        return [given]() -> Status { return convert_corpus(*given); };
      }};
}

}  // namespace standfast::cli

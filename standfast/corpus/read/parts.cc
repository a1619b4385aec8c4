#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/source_rows.h"

namespace standfast {
namespace {

// A merger of the documents of all parts. Each has the attributes that the rules name, and its part.
class Merger {
 public:
  Merger(std::string name, const ReadOptions& options)
      : options_(options), name_(std::move(name)), builder_(name_, attributes_of(options)) {}

  bool full() const { return options_.limit > 0 && builder_.size() >= options_.limit; }
  uint32_t size() const { return builder_.size(); }

  // Adds a part. ids_made: the ids are row numbers, which begin anew in every file.
  Status add(const Corpus& corpus, const CorpusPart& part, bool ids_made, ReadReport& report) {
    // Each part was read with these rules, so it has the attributes in the order of the rules.
    std::vector<AttributeInput> attributes(options_.attributes.size());
    std::vector<std::vector<std::string_view>> elements(attributes.size());
    attributes.emplace_back(std::string_view(part.name));
    const SourceRows& from = source_rows(corpus);
    const auto file = static_cast<uint32_t>(source_.files.size());
    source_.files.push_back(from.files.empty()
                                ? SourceFile{part.name, corpus.size(), true}
                                : SourceFile{part.name, from.files[0].rows, from.files[0].whole});
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      if (full()) {
        source_.files.back().whole = false;
        break;
      }
      for (size_t i = 0; i < elements.size(); ++i)
        attributes[i] = corpus.attribute_value(i, row, elements[i]);
      if (!asked_for(corpus, attributes, row)) {
        ++report.not_asked_for;
        continue;
      }
      const std::string id =
          ids_made ? fmt::format("{}/{}", part.name, corpus.id(row)) : std::string(corpus.id(row));
      if (builder_.contains(id)) return found_twice(id, part);
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      for (const Role role : kRoles)
        if (const auto value = corpus.value(role, row); !value.empty())
          values[static_cast<size_t>(role)] = value;
      SF_TRY(builder_.add(id, corpus.text(row), values, TextBytes::kept, attributes));
      source_.file.push_back(file);
      source_.row.push_back(from.row_of(row));
    }
    begun_.push_back({builder_.size(), part.path});
    return {};
  }

  Result<Corpus> finish(const ReadReport& report) && {
    SF_TRY(only_roles_are_there(name_, options_, report));
    if (builder_.size() == 0)
      return data_error(
          fmt::format("{}: none of {} documents has the values asked for by only (they are compared whole "
                      "and with case)",
                      name_, report.not_asked_for));
    Corpus corpus = std::move(builder_).finish();
    set_source_rows(corpus, std::move(source_));
    return corpus;
  }

 private:
  static std::vector<Attribute> attributes_of(const ReadOptions& options) {
    std::vector<Attribute> attributes;
    for (const auto& rule : options.attributes) attributes.emplace_back(rule.name, rule.kind);
    attributes.emplace_back(kPartAttribute);
    return attributes;
  }

  // Returns whether a document passes the filters. attributes: the document's, with the part as the last one.
  bool asked_for(const Corpus& corpus, const std::vector<AttributeInput>& attributes, uint32_t row) const {
    for (const Role role : kRoles)
      if (const auto& wanted = options_.only[static_cast<size_t>(role)];
          !wanted.empty() && !is_asked_for(options_, role_name(role), corpus.value(role, row), wanted))
        return false;
    for (const auto& [name, wanted] : options_.only_attributes) {
      const auto rule = std::find_if(options_.attributes.begin(), options_.attributes.end(),
                                     [&name = name](const AttributeRule& one) { return one.name == name; });
      const AttributeInput& value = attributes[static_cast<size_t>(rule - options_.attributes.begin())];
      const auto* text = std::get_if<std::string_view>(&value);
      if (!is_wanted(value, wanted) && (text == nullptr || !is_asked_for(options_, name, *text, wanted)))
        return false;
    }
    return true;
  }

  Failure found_twice(const std::string& id, const CorpusPart& part) {
    const auto row = std::move(builder_).finish().row_of(id);
    std::string first = part.path;
    for (const auto& [end, path] : begun_)
      if (row && *row < end) {
        first = path;
        break;
      }
    return data_error(fmt::format(
        "{}: the id \"{}\" is in {} too; ids name documents across all parts of a corpus "
        "(is one file a part of the other? id = \"none\", or --id none, numbers the rows instead)",
        part.path, id, first));
  }

  const ReadOptions& options_;
  std::string name_;
  CorpusBuilder builder_;
  SourceRows source_;
  std::vector<std::pair<uint32_t, std::string>> begun_;  // documents up to the end of each part; its file
};

}  // namespace

Result<Corpus> read_parts(const std::string& name, const std::vector<CorpusPart>& parts,
                          const ReadOptions& options, ReadReport* report) {
  ReadReport all;
  // If no document of any part has an asked value, one message reports it for all parts together. So each
  // part is read whole, and the merger chooses.
  ReadOptions each = options;
  each.only = {};
  each.only_attributes = {};
  each.frequent = {};
  each.join_values = {};
  const bool chooses = !options.only_attributes.empty() ||
                       std::any_of(options.only.begin(), options.only.end(),
                                   [](const std::string& wanted) { return !wanted.empty(); });
  Merger merger(name, options);
  for (size_t i = 0; i < parts.size() && !merger.full(); ++i) {
    each.limit = chooses || options.limit == 0 ? 0 : options.limit - merger.size();
    ReadReport told;
    SF_ASSIGN(const Corpus corpus, read_corpus(parts[i].path, each, &told));
    const bool ids_made =
        told.id_column.empty() && told.format != Format::folder && told.format != Format::pan;
    SF_TRY(merger.add(corpus, parts[i], ids_made, told));
    if (i == 0) {
      all = told;
      continue;
    }
    for (const auto& column : told.columns)
      if (std::find(all.columns.begin(), all.columns.end(), column) == all.columns.end())
        all.columns.push_back(column);
    for (size_t role = 0; role < kRoles.size(); ++role)
      if (all.role_columns[role].empty()) all.role_columns[role] = told.role_columns[role];
    all.rows += told.rows;
    all.skipped += told.skipped;
    all.repaired += told.repaired;
    all.not_asked_for += told.not_asked_for;
    all.empty_texts += told.empty_texts;
  }
  SF_ASSIGN(Corpus corpus, std::move(merger).finish(all));
  SF_ASSIGN(corpus, join_alike_values(std::move(corpus), options.join_values));
  if (options.frequent.bounded()) {
    const uint32_t before = corpus.size();
    SF_ASSIGN(corpus, keep_frequent(std::move(corpus), options.frequent));
    all.infrequent = before - corpus.size();
  }
  set_form(corpus, options.form);
  if (report != nullptr) *report = std::move(all);
  return corpus;
}

}  // namespace standfast

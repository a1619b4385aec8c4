#include "standfast/study/experiment/measured_corpus.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/split/splitter.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

MeasuredCorpus measured_corpus(const StudySpec& study, const Corpus& corpus,
                               std::vector<BlockValues> blocks) {
  MeasuredCorpus measured{.blocks = std::move(blocks)};
  const Duplicates found = find_duplicates(corpus, {.near = false});
  if (!found.exact.empty()) measured.copies.assign(corpus.size(), kMissing);
  for (uint32_t group = 0; group < found.exact.size(); ++group)
    for (const uint32_t row : found.exact[group]) measured.copies[row] = group;
  measured.columns = needed_columns(study);
  return measured;
}

std::vector<std::string> needed_columns(const StudySpec& study, const ConditionSpec& condition) {
  std::vector<std::string> names;
  const auto sampler = samplers().find(condition.sampler.name);
  if (sampler && (*sampler)->traits.needs_topics) add_once(names, std::string(role_name(Role::topic)));
  if (const auto splitter = splitters().find(condition.splitter.name)) {
    for (const auto& needed : needed_roles((*splitter)->traits, condition.splitter.options))
      if (needed.option != kValidationOption) add_once(names, std::string(role_name(needed.role)));
    for (const auto& name : columns_named(condition.splitter.options, (*splitter)->options))
      add_once(names, name);
  }
  std::erase(names, std::string(role_name(study.target)));
  return names;
}

std::vector<std::string> needed_columns(const StudySpec& study) {
  std::vector<std::string> names;
  for (const auto& condition : study.conditions)
    for (const auto& name : needed_columns(study, condition)) add_once(names, name);
  return names;
}

namespace {

constexpr std::array kBlockNames = {
    "thread",  "thread_id", "case",       "case_id",       "conversation", "conversation_id",
    "debate",  "debate_id", "discussion", "discussion_id", "dialogue",     "session",
    "episode", "story",     "book",       "novel",         "work",         "subject"};

std::string lower(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ' || c == '.') c = '_';
  }
  return out;
}

// The share of documents above which two columns are names of the same thing.
constexpr double kAnotherName = 0.98;

// Returns whether each author has one value, which many authors share.
bool is_trait(const Column& column, const Column& authors) {
  std::vector<uint32_t> of(authors.names.size(), kMissing);
  for (size_t row = 0; row < column.codes.size(); ++row) {
    const uint32_t author = authors.codes[row], value = column.codes[row];
    if (author == kMissing || value == kMissing) continue;
    if (of[author] == kMissing) of[author] = value;
    if (of[author] != value) return false;
  }
  return 2 * column.names.size() <= authors.names.size();
}

}  // namespace

bool is_block_name(std::string_view name) {
  return std::find(kBlockNames.begin(), kBlockNames.end(), lower(name)) != kBlockNames.end();
}

BlockColumns::BlockColumns(const StudySpec& study, const Corpus& corpus)
    : topics_(corpus.column(Role::topic)),
      authors_(corpus.column(Role::author)),
      classes_(corpus.column(study.target)),
      of_pairs_(study.the_task().traits().draws_pairs) {
  for (const Role role : {Role::label, Role::source, Role::date}) {
    if (study.is_target(role)) continue;
    if (const Column* column = corpus.column(role)) add(std::string(role_name(role)), *column, true);
  }
}

void BlockColumns::add(const std::string& name, Column column, bool may_be_block) {
  if (authors_ != nullptr && say_the_same(column, *authors_)) return;
  for (const auto& known : blocks_)
    if (say_the_same(column, known.values, of_pairs_ ? kAnotherName : 1)) return;
  // Without topics a trait of authors, such as gender, would look like a block.
  if (may_be_block && !(authors_ != nullptr && topics_ == nullptr && is_trait(column, *authors_)))
    if (auto block = block_column(name, column, topics_, classes_)) {
      blocks_.push_back({std::move(*block), std::move(column)});
      return;
    }
  if (authors_ != nullptr && say_the_same(column, *authors_, kAnotherName)) return;
  if (topics_ != nullptr && say_the_same(column, *topics_, kAnotherName)) return;
  if (auto groups = groups_of(name, std::move(column))) blocks_.push_back(std::move(*groups));
}

std::vector<BlockValues> blocks_in_memory(const StudySpec& study, const Corpus& corpus) {
  BlockColumns blocks(study, corpus);
  for (const auto& attribute : corpus.attributes())
    if (const Column* column = corpus.named_column(attribute.name); column != nullptr)
      blocks.add(attribute.name, *column, is_block_name(attribute.name));
  return std::move(blocks).take();
}

namespace {

// The length of values above which they are texts, not categories.
constexpr size_t kLongestValue = 200;
// The number of rows of the file that are read first, because their values can already rule a column out.
constexpr uint64_t kRowsToLookAt = 1000;

// Returns the values of a column that was read again, by the documents of the corpus, which are found by id.
Column by_document(const Corpus& corpus, const Corpus& read, const Column& values) {
  std::unordered_map<std::string_view, uint32_t> rows;
  for (uint32_t row = 0; row < corpus.size(); ++row) rows.emplace(corpus.id(row), row);
  Column column;
  column.names = values.names;
  column.codes.assign(corpus.size(), kMissing);
  for (uint32_t row = 0; row < read.size(); ++row)
    if (const auto place = rows.find(read.id(row)); place != rows.end())
      column.codes[place->second] = values.codes[row];
  return column;
}

// Reads the file with these columns as categories under names of our own, without its texts if ids can
// replace them. report: of the first reading of the file; own_report: of this reading.
Result<Corpus> read_columns(const CorpusSpec& spec, const std::string& study_folder, ReadOptions options,
                            const ReadReport& report, std::span<const std::string> names,
                            ReadReport* own_report = nullptr) {
  options.bad_rows = BadRowPolicy::skip;
  // Filters by frequency would count only the documents of this reading.
  options.frequent = {};
  options.join_values = {};
  options.sink = &null_sink();
  for (size_t i = 0; i < names.size(); ++i)
    options.attributes.push_back({.name = fmt::format("column {}", i), .from = names[i], .implied = true});
  if (!report.id_column.empty() && report.format != Format::folder) {
    ReadOptions without_texts = options;
    without_texts.text_column = report.id_column;
    without_texts.id_column = report.id_column;  // a guess would not take the text column
    if (auto read = read_corpus_of(spec, without_texts, study_folder, own_report)) return read;
  }
  return read_corpus_of(spec, options, study_folder, own_report);
}

bool has_long_values(const Column& column) {
  return std::any_of(column.names.begin(), column.names.end(),
                     [](const auto& name) { return name.size() > kLongestValue; });
}

// Returns whether two documents share a value.
bool groups_documents(const Column& column) {
  std::vector<bool> known(column.names.size(), false);
  for (const uint32_t code : column.codes) {
    if (code == kMissing) continue;
    if (known[code]) return true;
    known[code] = true;
  }
  return false;
}

// The columns of the file that the corpus does not have. Columns with a name of a block are always taken. The
// others are taken only where a part of the study needs them and all their values look like categories: none
// is long, and some value occurs twice. A column with a list or an object in some row is excluded.
class OtherColumns {
 public:
  using Found = std::vector<std::pair<std::string, Column>>;

  OtherColumns(const StudySpec& study, const CorpusSpec& spec, const std::string& study_folder,
               const Corpus& corpus, const ReadOptions& options)
      : spec_(spec),
        study_folder_(study_folder),
        corpus_(corpus),
        options_(options),
        every_(needs_blocks(study)) {}

  // Reads the columns, blocks first.
  Found read() {
    std::vector<std::string> names = look();
    if (report_.format == Format::folder || report_.columns.empty()) return {};
    // More names may appear with later rows.
    ReadReport whole;
    const auto documents = read_columns(spec_, study_folder_, options_, report_, {}, &whole);
    if (!documents) return {};
    documents_ = documents->size();
    add_unknown(whole.columns, names);
    read(names);
    std::ranges::stable_partition(found_, [](const auto& one) { return is_block_name(one.first); });
    return std::move(found_);
  }

 private:
  // Reads the first rows and returns the columns that they do not rule out.
  std::vector<std::string> look() {
    ReadOptions first = options_;
    first.only = {};
    first.only_attributes = {};
    first.frequent = {};
    first.join_values = {};
    first.limit = kRowsToLookAt;
    first.sink = &null_sink();
    std::vector<std::string> names;
    const auto seen = read_corpus_of(spec_, first, study_folder_, &report_);
    if (!seen) {
      report_.columns.clear();
      return names;
    }
    add_unknown(report_.columns, names);
    // Columns are read one by one: a column of lists or objects loses the rows that have them.
    std::erase_if(names, [&](const auto& name) {
      const auto read = read_columns(spec_, study_folder_, first, report_, {&name, 1});
      if (!read || read->size() != seen->size()) return true;
      const Column* column = read->named_column("column 0");
      return !is_block_name(name) && (column == nullptr || has_long_values(*column));
    });
    return names;
  }

  // Adds the columns that were not considered before, if they are to be taken at all.
  void add_unknown(const std::vector<std::string>& columns, std::vector<std::string>& names) {
    for (const auto& name : columns) {
      if (!known_.insert(name).second) continue;
      const bool used = name == report_.text_column || name == report_.id_column ||
                        corpus_.named_column(name) != nullptr ||
                        std::ranges::count(report_.role_columns, name) > 0;
      if (!used && (every_ || is_block_name(name))) names.push_back(name);
    }
  }

  // Reads all rows, for several columns together if none of them loses a row.
  void read(std::span<const std::string> names) {
    if (names.empty()) return;
    const auto read_ones = read_columns(spec_, study_folder_, options_, report_, names);
    if (!read_ones || read_ones->size() != documents_) {
      if (names.size() == 1) return;
      read(names.first(names.size() / 2));
      read(names.subspan(names.size() / 2));
      return;
    }
    for (size_t i = 0; i < names.size(); ++i) {
      const Column* column = read_ones->named_column(fmt::format("column {}", i));
      if (column == nullptr) continue;
      const bool block = is_block_name(names[i]);
      if (!block && has_long_values(*column)) continue;
      Column values = by_document(corpus_, *read_ones, *column);
      if (block || groups_documents(values)) found_.emplace_back(names[i], std::move(values));
    }
  }

  const CorpusSpec& spec_;
  const std::string& study_folder_;
  const Corpus& corpus_;
  const ReadOptions& options_;
  const bool every_;
  ReadReport report_;  // report of the first rows
  std::set<std::string> known_;
  size_t documents_ = 0;  // number of documents of the file, without further columns
  Found found_;
};

}  // namespace

std::vector<BlockValues> blocks_of(const StudySpec& study, const CorpusSpec& spec,
                                   const std::string& study_folder, const Corpus& corpus) {
  BlockColumns blocks(study, corpus);
  const auto options = read_options(spec, study.limit);
  if (!options) return std::move(blocks).take();
  for (const auto& attribute : corpus.attributes())
    if (const Column* column = corpus.named_column(attribute.name); column != nullptr)
      blocks.add(attribute.name, *column, is_block_name(attribute.name));
  for (auto& [name, values] : OtherColumns(study, spec, study_folder, corpus, *options).read())
    blocks.add(name, std::move(values), is_block_name(name));
  return std::move(blocks).take();
}

bool needs_blocks(const StudySpec& study) {
  return study.the_task().traits().draws_pairs ||
         std::any_of(study.conditions.begin(), study.conditions.end(),
                     [](const auto& condition) { return !condition.control_of.empty(); });
}

MeasuredCorpus measured_corpus(const StudySpec& study, const CorpusSpec& spec,
                               const std::string& study_folder, const Corpus& corpus) {
  return measured_corpus(
      study, corpus,
      needs_blocks(study) ? blocks_of(study, spec, study_folder, corpus) : std::vector<BlockValues>{});
}

std::vector<BlockColumn> tradable(const Corpus& corpus, const std::vector<BlockValues>& blocks) {
  std::vector<BlockColumn> columns;
  if (corpus.column(Role::topic) == nullptr) return columns;
  for (const auto& one : blocks)
    if (one.within_topics) columns.push_back(one.block);
  return columns;
}

}  // namespace standfast

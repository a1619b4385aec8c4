#include "standfast/study/experiment/block_columns.h"

#include <algorithm>
#include <array>

#include "standfast/study/task/task.h"

namespace standfast {
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

}  // namespace standfast

#include "standfast/study/experiment/block_columns.h"

#include <algorithm>
#include <array>
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

// Whether each author has one value, which many authors share.
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
      classes_(corpus.column(study.target)) {
  for (const Role role : {Role::label, Role::source, Role::date}) {
    if (study.is_target(role)) continue;
    if (const Column* column = corpus.column(role)) add(std::string(role_name(role)), *column);
  }
}

void BlockColumns::add(const std::string& name, Column column) {
  if (authors_ != nullptr && say_the_same(column, *authors_)) return;
  // Without topics a trait of authors, such as gender, would look like a block.
  if (authors_ != nullptr && topics_ == nullptr && is_trait(column, *authors_)) return;
  if (auto block = block_column(name, column, topics_, classes_))
    blocks_.push_back({std::move(*block), std::move(column)});
}

std::vector<BlockValues> blocks_in_memory(const StudySpec& study, const Corpus& corpus) {
  BlockColumns blocks(study, corpus);
  for (const auto& attribute : corpus.attributes())
    if (const Column* column = corpus.named_column(attribute.name);
        column != nullptr && is_block_name(attribute.name))
      blocks.add(attribute.name, *column);
  return std::move(blocks).take();
}

}  // namespace standfast

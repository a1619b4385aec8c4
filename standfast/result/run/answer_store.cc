#include "standfast/result/run/answer_store.h"

#include <cassert>
#include <string>
#include <type_traits>
#include <utility>

namespace standfast::result {
namespace {

template <class Answers, class Visit>
void each_column(Answers& answers, const Visit& visit) requires requires {
  answers.same;
}
{
  size_t k = 0;
  visit(k++, answers.value);
  visit(k++, answers.same);
  visit(k++, answers.author_a);
  visit(k++, answers.author_b);
  visit(k++, answers.topic_a);
  visit(k++, answers.topic_b);
  visit(k++, answers.document_a);
  visit(k++, answers.document_b);
  visit(k++, answers.group_a);
  visit(k++, answers.group_b);
  visit(k++, answers.id);
}

template <class Answers, class Visit>
void each_column(Answers& answers, const Visit& visit) requires requires {
  answers.truth;
}
{
  size_t k = 0;
  visit(k++, answers.document);
  visit(k++, answers.truth);
  visit(k++, answers.author);
  visit(k++, answers.topic);
  visit(k++, answers.probabilities);
  visit(k++, answers.cross_half);
  visit(k++, answers.group);
  visit(k++, answers.cue);
}

template <class Value>
size_t bytes_of(const std::vector<Value>& column) {
  return column.size() * sizeof(Value);
}

// Concatenates the columns, and records the size of each.
template <class Answers>
std::string packed(const Answers& answers, std::array<size_t, kMostColumns>& sizes) {
  std::string bytes;
  each_column(answers, [&](size_t k, const auto& column) {
    sizes[k] = column.size();
    bytes.append(reinterpret_cast<const char*>(column.data()), bytes_of(column));
  });
  return bytes;
}

// Appends the columns for which wanted(column) holds to the columns of `answers`.
template <class Answers, class Wanted>
void append_stored(const StoredAnswers& stored, Answers& answers, const Wanted& wanted) {
  uint64_t from = stored.begin;
  each_column(answers, [&](size_t k, auto& column) {
    const size_t before = column.size(), bytes = stored.sizes[k] * sizeof(column[0]);
    if (wanted(column)) {
      column.resize(before + stored.sizes[k]);
      stored.file().read(from, {reinterpret_cast<char*>(column.data() + before), bytes});
    }
    from += bytes;
  });
}

template <class Answers>
Answers unpacked(const StoredAnswers& stored) {
  Answers answers;
  append_stored(stored, answers, [](const auto&) { return true; });
  return answers;
}

// Returns a pointer without ownership to answers that stay in the record.
template <class Answers>
std::shared_ptr<const Answers> borrowed(const Answers& answers) {
  return {std::shared_ptr<const void>(), &answers};
}

}  // namespace

Result<std::shared_ptr<AnswerStore>> AnswerStore::make() {
  SF_ASSIGN(ScratchFile file, ScratchFile::make());
  return std::shared_ptr<AnswerStore>(new AnswerStore(std::move(file)));
}

Status AnswerStore::put_aside(CellRecord& cell) {
  assert(!cell.stored);
  const size_t items = answer_count(cell);
  if (items == 0) return {};
  StoredAnswers stored;
  stored.items = items;
  stored.of_pairs = !cell.predictions.value.empty();
  const std::string bytes =
      stored.of_pairs ? packed(cell.predictions, stored.sizes) : packed(cell.classified, stored.sizes);
  SF_ASSIGN(stored.begin, file_.append(bytes));
  stored.store = shared_from_this();
  cell.stored = std::make_shared<const StoredAnswers>(std::move(stored));
  cell.predictions = {};
  cell.classified = {};
  return {};
}

std::shared_ptr<const CellPredictions> pair_answers(const CellRecord& cell) {
  if (!cell.stored || !cell.stored->of_pairs) return borrowed(cell.predictions);
  return std::make_shared<const CellPredictions>(unpacked<CellPredictions>(*cell.stored));
}

std::shared_ptr<const ClassPredictions> answered_documents(const CellRecord& cell) {
  if (!cell.stored || cell.stored->of_pairs) return borrowed(cell.classified);
  const auto documents = std::make_shared<ClassPredictions>();
  append_stored(*cell.stored, *documents, [&](const auto& column) {
    return static_cast<const void*>(&column) != &documents->probabilities;
  });
  return documents;
}

void append_class_answers(const CellRecord& cell, ClassPredictions& to) {
  if (cell.stored) {
    if (!cell.stored->of_pairs) append_stored(*cell.stored, to, [](const auto&) { return true; });
    return;
  }
  std::array<const void*, kMostColumns> from = {};
  each_column(cell.classified, [&](size_t k, const auto& column) { from[k] = &column; });
  each_column(to, [&](size_t k, auto& column) {
    const auto& more = *static_cast<const std::remove_reference_t<decltype(column)>*>(from[k]);
    column.insert(column.end(), more.begin(), more.end());
  });
}

size_t answer_count(const CellRecord& cell) {
  return cell.stored ? cell.stored->items : cell.predictions.value.size() + cell.classified.size();
}

void take_back(CellRecord& cell) {
  if (!cell.stored) return;
  if (cell.stored->of_pairs)
    cell.predictions = unpacked<CellPredictions>(*cell.stored);
  else
    cell.classified = unpacked<ClassPredictions>(*cell.stored);
  cell.stored.reset();
}

}  // namespace standfast::result

#include "standfast/shortcut/text_pool.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/corpus/read/open_rows.h"
#include "standfast/corpus/read/table_rows.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// Orders ratings: numbers by size and before other names.
bool rating_before(const std::string& a, const std::string& b) {
  const auto x = number_of(a), y = number_of(b);
  if (x && y && *x != *y) return *x < *y;
  if (x.has_value() != y.has_value()) return x.has_value();
  return a < b;
}

bool same_rating(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto x = number_of(a), y = number_of(b);
  return x && y && *x == *y;
}

// Returns a rating in the form that all ways to write it share: "1" and "1.0" are equal.
std::string meaning_of(std::string_view rating) {
  const auto number = number_of(rating);
  return number ? fmt::format("{}", *number == 0 ? 0.0 : *number) : std::string(rating);
}

// Recognizes the mark by which tables of other tools say that there is no rating. It is never the name of
// one.
bool is_nan(std::string_view rating) {
  return rating == "nan" || rating == "NaN" || rating == "NAN";
}

// Orders two ways to write a rating, independently of the order of the rows.
bool is_shorter(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// Sorts the ratings, and recodes the ratings of all texts, which were numbered in the order of their first
// use.
void order_ratings(TextPool& pool) {
  std::vector<uint32_t> order(pool.ratings.size()), place(pool.ratings.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return rating_before(pool.ratings[a], pool.ratings[b]); });
  std::vector<std::string> ordered;
  for (uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    ordered.push_back(std::move(pool.ratings[order[i]]));
  }
  pool.ratings = std::move(ordered);
  pool.count.assign(pool.ratings.size(), 0);
  for (auto& text : pool.texts) ++pool.count[text.rating = place[text.rating]];
}

// Returns places in a random order that depends on their keys. Equal draws are ordered by key.
template <class Key>
std::vector<uint32_t> shuffled_by_key(std::span<const uint32_t> places, uint64_t seed,
                                      const std::string& component, const Key& key) {
  std::vector<std::tuple<uint64_t, std::string_view, uint32_t>> drawn;
  drawn.reserve(places.size());
  for (const uint32_t place : places)
    drawn.emplace_back(Rng(seed, component, key(place)).next(), key(place), place);
  std::sort(drawn.begin(), drawn.end());
  std::vector<uint32_t> order;
  order.reserve(drawn.size());
  for (const auto& one : drawn) order.push_back(std::get<2>(one));
  return order;
}

}  // namespace

OptionTable<PoolColumns> pool_column_table(const std::string& prefix) {
  OptionTable<PoolColumns> table;
  table.add(prefix + "id", &PoolColumns::id,
            "column of the pools with an id; a table without it is counted by rows");
  table.add(prefix + "text", &PoolColumns::text, "column of the pools with the text");
  table.add(prefix + "rating", &PoolColumns::rating,
            "column of the pools with the rating or label of the text");
  table.require([prefix](const PoolColumns& columns) -> std::string {
    if (columns.text.empty() || columns.rating.empty() || columns.id.empty())
      return fmt::format("{0}id, {0}text and {0}rating each name a column", prefix);
    return columns.text == columns.rating
               ? fmt::format("{0}text and {0}rating name different columns", prefix)
               : "";
  });
  return table;
}

uint32_t TextPool::rating_of(std::string_view wanted) const {
  for (uint32_t r = 0; r < ratings.size(); ++r)
    if (same_rating(ratings[r], wanted)) return r;
  return kMissing;
}

std::string TextPool::ratings_in_words() const {
  if (ratings.size() > 12)
    return fmt::format("{} ... ({} of them)", fmt::join(ratings.begin(), ratings.begin() + 12, ", "),
                       ratings.size());
  return fmt::format("{}", fmt::join(ratings, ", "));
}

Result<TextPool> parse_pool(InputStream& input, const std::string& name, Format format,
                            const PoolColumns& columns, const std::vector<std::string>& only) {
  TextPool pool{.name = name, .texts = {}, .ratings = {}, .count = {}};
  std::map<std::string, uint32_t> code_of;                  // by meaning
  uint64_t rows = 0, without_text = 0, without_rating = 0;  // rows; the first line, 0 for none
  std::string said_as_rating;
  std::vector<bool> found(only.size(), false);
  const auto take = [&](const TableRow& row) -> Status {
    ++rows;
    if (!row.values[1] && without_text == 0) without_text = row.line;
    const std::string_view text = without_blanks(row.values[1].value_or(""));
    const std::string_view rating = row.values[2].value_or("");
    if (rating.empty() || is_nan(rating)) {
      if (without_rating == 0) said_as_rating = rating;
      if (without_rating == 0) without_rating = row.line;
      return {};
    }
    if (!only.empty()) {
      bool asked = false;
      for (size_t i = 0; i < only.size(); ++i)
        if (same_rating(only[i], rating)) asked = found[i] = true;
      if (!asked) return {};
    }
    if (text.empty()) return {};
    const auto [place, is_new] =
        code_of.emplace(meaning_of(rating), static_cast<uint32_t>(pool.ratings.size()));
    const uint32_t code = place->second;
    if (is_new)
      pool.ratings.emplace_back(rating);
    else if (is_shorter(rating, pool.ratings[code]))
      pool.ratings[code] = rating;
    pool.texts.push_back(
        {row.values[0] ? std::string(*row.values[0]) : fmt::format("row {}", rows), std::string(text), code});
    return {};
  };
  SF_ASSIGN(const auto seen,
            for_each_row(input, name, format, {columns.id, columns.text, columns.rating}, take));
  for (const auto& [what, column] : {std::pair{"text", &columns.text}, {"rating", &columns.rating}})
    if (std::find(seen.begin(), seen.end(), *column) == seen.end())
      return data_error(fmt::format(
          "{0}: no column \"{1}\" (pool-{2} = COLUMN, or {2} = COLUMN of [[auxiliary]], names another){3}",
          name, *column, what, hint_of_columns(*column, seen)));
  if (without_text > 0)
    return data_error(fmt::format("{}:{}: no text (column \"{}\")", name, without_text, columns.text));
  if (without_rating > 0)
    return data_error(fmt::format(
        "{}:{}: no rating (column \"{}\"{})", name, without_rating, columns.rating,
        said_as_rating.empty()
            ? ""
            : fmt::format(
                  " holds \"{}\", as other programs write a missing value; give such a rating another name",
                  said_as_rating)));
  for (size_t i = 0; i < only.size(); ++i)
    if (!found[i]) return data_error(fmt::format("{}: no text has the requested rating {}", name, only[i]));
  if (pool.texts.empty()) return data_error(fmt::format("{}: no text in it (one a row is expected)", name));
  order_ratings(pool);
  return pool;
}

Result<TextPool> read_pool(const std::string& path, const PoolColumns& columns,
                           const std::vector<std::string>& only) {
  SF_ASSIGN(const OpenedRows opened, open_rows(path, Format::guess, path));
  return parse_pool(*opened.input, path, opened.format, columns, only);
}

JoinedColumn ratings_of_joined(std::string name, std::span<const PooledText* const> partner,
                               const std::function<const TextPool&(size_t document)>& pool_of) {
  JoinedColumn column{std::move(name), std::vector<std::string>(partner.size())};
  for (size_t i = 0; i < partner.size(); ++i)
    if (partner[i] != nullptr) column.values[i] = pool_of(i).ratings[partner[i]->rating];
  return column;
}

std::vector<uint32_t> in_random_order(const DocumentView& documents, std::span<const uint32_t> places,
                                      uint64_t seed, const std::string& component) {
  return shuffled_by_key(places, seed, component,
                         [&](uint32_t place) { return documents.corpus->id(documents.rows[place]); });
}

Status draw_partners(const DocumentView& documents, std::span<const uint32_t> places, const TextPool& pool,
                     uint32_t rating, const PlantContext& context, const std::string& component,
                     std::vector<const PooledText*>& partner) {
  std::vector<uint32_t> fitting;
  for (uint32_t t = 0; t < pool.texts.size(); ++t)
    if (rating == kMissing || pool.texts[t].rating == rating) fitting.push_back(t);
  if (fitting.size() < places.size())
    return data_error(fmt::format(
        "{}: {} documents each need a text{} of their own, and there are {} (plant fewer documents, or give "
        "a larger pool)",
        pool.name, places.size(),
        rating == kMissing ? "" : fmt::format(" with the rating {}", pool.ratings[rating]), fitting.size()));
  const auto who = in_random_order(documents, places, context.seed, component);
  const auto what = shuffled_by_key(fitting, context.seed, component + "/pool",
                                    [&](uint32_t t) { return std::string_view(pool.texts[t].key); });
  for (size_t i = 0; i < who.size(); ++i) partner[who[i]] = &pool.texts[what[i]];
  return {};
}

namespace {

using Texts = std::unordered_set<std::string_view>;

Texts distinct_texts(const std::vector<const TextPool*>& pools) {
  Texts texts;
  for (const TextPool* pool : pools)
    for (const auto& one : pool->texts) texts.insert(one.text);
  return texts;
}

// Splits a pool into train and test.
std::pair<TextPool, TextPool> halves_of(const TextPool& all) {
  const auto half = [&](const char* side) {
    return TextPool{.name = fmt::format("{} (its half for {})", all.name, side),
                    .texts = {},
                    .ratings = all.ratings,
                    .count = std::vector<uint32_t>(all.ratings.size(), 0)};
  };
  std::pair<TextPool, TextPool> halves = {half("train"), half("test")};
  // A text is assigned by its key, so its half does not change when other texts come or go. Of rows with one
  // text the least key decides, so the order of rows does not matter.
  std::unordered_map<std::string_view, std::string_view> least;
  for (const auto& text : all.texts) {
    const auto [at, is_new] = least.try_emplace(text.text, text.key);
    if (!is_new) at->second = std::min(at->second, std::string_view(text.key));
  }
  for (const auto& text : all.texts) {
    const bool in_test = (Rng(0, "shortcut/pool/half", least.at(text.text)).next() & 1U) != 0;
    TextPool& to = in_test ? halves.second : halves.first;
    ++to.count[text.rating];
    to.texts.push_back(text);
  }
  return halves;
}

}  // namespace

Result<const TextPool*> SidedPool::of(PlantSide side, Sink& sink) const {
  const std::lock_guard lock(mutex_);
  if (!train_) {
    SF_ASSIGN(auto train, read_pool(train_path_, columns_, only_));
    if (test_path_.empty()) {
      auto [of_train, of_test] = halves_of(train);
      for (const TextPool* one : {&of_train, &of_test})
        if (one->texts.empty()) return data_error(fmt::format("{}: no text; give a larger pool", one->name));
      train_ = std::move(of_train);
      test_ = std::move(of_test);
    } else {
      SF_ASSIGN(auto test, read_pool(test_path_, columns_, only_));
      SF_TRY(check_apart({.first = {&train},
                          .second = {&test},
                          .names = fmt::format("{} (for train) and {} (for test)", train.name, test.name),
                          .harm = "knowledge of them from training counts in the test too"},
                         sink));
      train_ = std::move(train);
      test_ = std::move(test);
    }
  }
  return side == PlantSide::train ? &*train_ : &*test_;
}

Status check_apart(const ComparedPools& pools, Sink& sink) {
  const Texts first = distinct_texts(pools.first), second = distinct_texts(pools.second);
  const size_t smaller = std::min(first.size(), second.size());
  const auto shared = static_cast<size_t>(std::count_if(
      first.begin(), first.end(), [&](std::string_view text) { return second.contains(text); }));
  if (shared == 0) return {};
  const std::string said = fmt::format("{}: {} of the {} texts of the smaller pool are in both; {}",
                                       pools.names, shared, smaller, pools.harm);
  if (shared * 10 >= smaller) return data_error(said);
  sink.warn(said);
  return {};
}

}  // namespace standfast

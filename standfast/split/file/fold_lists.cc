#include "standfast/split/file/fold_lists.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/parse_json.h"
#include "standfast/corpus/source_rows.h"
#include "standfast/split/file/row_lists.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using ListsJson = nlohmann::ordered_json;

RowSet* side_named(Fold& fold, std::string_view name) {
  if (name == "train") return &fold.train;
  if (name == "test") return &fold.test;
  if (name == "aside") return &fold.aside;
  for (const char* word : {"validation", "val", "valid", "dev"})
    if (name == word) return &fold.validation;
  return nullptr;
}

constexpr const char* kSidesKnown = "train, validation (val, valid, dev), test and aside";

// A fold under construction. It accepts each document once, on one side only.
class FoldOfLists {
 public:
  FoldOfLists(const std::string& where, size_t number, const Corpus& corpus)
      : where_(where), number_(number), corpus_(corpus) {}

  Status add(const std::string& side, uint32_t row) {
    const auto [first, is_new] = side_of_.emplace(row, side);
    if (is_new) {
      rows_[side].push_back(row);
      return {};
    }
    const std::string id = printable_line(corpus_.id(row));
    const uint64_t in_file = source_rows(corpus_).row_of(row);
    if (first->second == side)
      return data_error(
          fmt::format("{}: fold {} lists row {} (\"{}\") twice in {}", where_, number_, in_file, id, side));
    return data_error(fmt::format("{}: fold {} has row {} (\"{}\") in {} and in {}", where_, number_, in_file,
                                  id, first->second, side));
  }

  Result<Fold> finish() && {
    Fold fold;
    for (auto& [side, rows] : rows_) {
      RowSet* set = side_named(fold, side);
      if (!set->empty())
        return data_error(fmt::format("{}: fold {} has two lists for validation", where_, number_));
      *set = sorted_rows(std::move(rows));
    }
    for (const auto& [name, rows] : {std::pair{"train", &fold.train}, {"test", &fold.test}})
      if (rows->empty())
        return data_error(fmt::format("{}: fold {} has no {} documents", where_, number_, name));
    return fold;
  }

 private:
  const std::string& where_;
  size_t number_;
  const Corpus& corpus_;
  std::map<uint32_t, std::string> side_of_;
  std::map<std::string, std::vector<uint32_t>> rows_;
};

class ListsReader {
 public:
  ListsReader(const std::string& where, FileRows& rows)
      : where_(where), rows_(rows), corpus_(rows.corpus()) {}

  Result<std::vector<Fold>> read(const ListsJson& root) {
    const ListsJson* list = &root;
    if (root.is_object()) {
      const auto found = root.find("folds");
      if (found == root.end())
        return data_error(fmt::format(
            "{}: an object without \"folds\"; a split is {{\"folds\": [{{\"train\": [...], \"test\": "
            "[...]}}]}} or only that list",
            where_));
      list = &*found;
    }
    if (!list->is_array() || list->empty())
      return data_error(fmt::format("{}: expected a list with an object for each fold", where_));
    std::vector<Fold> folds;
    for (const ListsJson& item : *list) {
      SF_ASSIGN(Fold fold, read_fold(item, folds.size()));
      folds.push_back(std::move(fold));
    }
    return folds;
  }

 private:
  Result<Fold> read_fold(const ListsJson& item, size_t number) {
    if (!item.is_object())
      return data_error(
          fmt::format("{}: fold {} is no object with the lists train and test", where_, number));
    FoldOfLists fold(where_, number, corpus_);
    for (const auto& [side, list] : item.items()) {
      Fold known;
      if (side_named(known, side) == nullptr)
        return data_error(fmt::format("{}: fold {} has a side \"{}\"; there are {}", where_, number,
                                      shortened(printable_line(side), 40), kSidesKnown));
      const std::string what = fmt::format("{} of fold {}", side, number);
      if (list.is_string()) {
        SF_TRY(read_ranges(list.get_ref<const std::string&>(), what, side, fold));
        continue;
      }
      if (!list.is_array()) return data_error(fmt::format("{}: {} is no list", where_, what));
      for (const ListsJson& one : list) {
        SF_ASSIGN(const auto row, row_of(one, what));
        if (row) SF_TRY(fold.add(side, *row));
      }
    }
    return std::move(fold).finish();
  }

  Result<std::optional<uint32_t>> row_of_file(uint64_t row, const std::string& what) {
    auto document = rows_.document(row);
    if (!document)
      return data_error(fmt::format("{}: {}: {}; is this the corpus the split was made for?", where_, what,
                                    document.error().message));
    return document;
  }

  Result<std::optional<uint32_t>> row_of(const ListsJson& one, const std::string& what) {
    if (one.is_string()) {
      const auto& id = one.get_ref<const std::string&>();
      if (const auto row = corpus_.row_of(id)) return row;
      return data_error(
          fmt::format("{}: {} names \"{}\", which {} does not have", where_, what, id, corpus_.name()));
    }
    if (!one.is_number_integer())
      return data_error(
          fmt::format("{}: {} has {}, which is neither a row number nor an id", where_, what,
                      shortened(one.dump(-1, ' ', true, ListsJson::error_handler_t::replace), 40)));
    if (!one.is_number_unsigned())
      return data_error(fmt::format("{}: {} has {}, and rows count from 0", where_, what, one.dump()));
    return row_of_file(one.get<uint64_t>(), what);
  }

  // Reads ranges such as "0-2,4"; empty text means no rows.
  Status read_ranges(std::string_view text, const std::string& what, const std::string& side,
                     FoldOfLists& fold) {
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      const std::string_view part = text.substr(begin, end - begin);
      begin = end + 1;
      const size_t dash = part.find('-');
      const auto first = number(part.substr(0, dash));
      const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
      if (!first || !last || *last < *first)
        return data_error(fmt::format("{}: {} has \"{}\", which is no range of rows such as \"0-99\"", where_,
                                      what, shortened(printable_line(part), 40)));
      SF_TRY(row_of_file(*last, what));  // before the loop, which a number from a file must not size
      for (uint64_t row = *first; row <= *last; ++row) {
        SF_ASSIGN(const auto document, row_of_file(row, what));
        if (document) SF_TRY(fold.add(side, *document));
      }
    }
    return {};
  }

  static std::optional<uint64_t> number(std::string_view word) {
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
  }

  const std::string& where_;
  FileRows& rows_;
  const Corpus& corpus_;
};

// The parts of a file name in a folder of lists; nothing for any other name.
struct ListName {
  size_t fold = 0;
  std::string side;
  RowUnit unit = RowUnit::row;
};
std::optional<ListName> list_name(std::string_view name) {
  if (!name.starts_with("fold-") || !name.ends_with(".txt")) return std::nullopt;
  name = name.substr(5, name.size() - 9);
  ListName found;
  if (name.ends_with(".ids")) {
    found.unit = RowUnit::id;
    name.remove_suffix(4);
  }
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), found.fold);
  if (problem != std::errc() || end == name.data() + name.size() || *end != '-') return std::nullopt;
  found.side = std::string(end + 1, name.data() + name.size());
  Fold known;
  if (side_named(known, found.side) == nullptr) return std::nullopt;
  return found;
}

}  // namespace

std::string name_of_list(size_t fold, std::string_view side, RowUnit unit) {
  return fmt::format("fold-{}-{}{}.txt", fold, side, unit == RowUnit::id ? ".ids" : "");
}

Result<std::vector<Fold>> parse_fold_lists(std::string_view json, const std::string& where, FileRows& rows) {
  SF_ASSIGN(const ListsJson root, parse_json(json, where));
  return ListsReader(where, rows).read(root);
}

Result<std::vector<Fold>> read_fold_lists(const std::string& folder, FileRows& rows) {
  std::map<size_t, std::map<std::string, ListName>> files;  // by fold, then name
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    const auto known = list_name(name);
    if (!known)
      return data_error(fmt::format("{}: \"{}\" is no list of a fold (fold-0-train.txt; sides are {})",
                                    folder, printable_line(name), kSidesKnown));
    files[known->fold].emplace(name, *known);
  }
  if (problem) return data_error(fmt::format("{}: {}", folder, problem.message()));
  if (files.empty())
    return data_error(fmt::format("{}: has no list of a fold, such as fold-0-test.txt", folder));
  std::vector<Fold> folds;
  for (const auto& [number, lists] : files) {
    if (number != folds.size())
      return data_error(
          fmt::format("{}: has lists of fold {} but none of fold {}", folder, number, folds.size()));
    FoldOfLists fold(folder, number, rows.corpus());
    for (const auto& [name, list] : lists) {
      const std::string path = fmt::format("{}/{}", folder, name);
      SF_ASSIGN(const std::string text, read_file(path));
      SF_ASSIGN(const auto documents, parse_id_list(text, path, list.unit, rows));
      for (const auto& document : documents) SF_TRY(fold.add(list.side, document.row));
    }
    SF_ASSIGN(Fold done, std::move(fold).finish());
    folds.push_back(std::move(done));
  }
  return folds;
}

}  // namespace standfast

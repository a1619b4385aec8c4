#include "standfast/result/run/cell_predictions.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/json_rows.h"
#include "standfast/base/rng.h"
#include "standfast/study/record/marker.h"

namespace standfast::result {

Status read_class_predictions(const std::string& path, std::string text, std::string_view side,
                              const std::vector<std::string>& classes, Interner& documents, Interner& authors,
                              Interner& topics, ClassPredictions& out, Interner* groups,
                              const std::vector<std::string>* values) {
  std::unordered_map<std::string_view, uint32_t> places;
  for (const auto& name : classes) places.emplace(name, static_cast<uint32_t>(places.size()));
  const auto code = [](Interner& names, std::string_view name) {
    return name.empty() ? kNoCode : names.code(name);
  };
  SF_TRY(each_json_row(
      path, std::move(text), kSeeRunFolder, [&](const simdjson::dom::object& row, size_t line) -> Status {
        out.document.push_back(documents.code(row["id"].get_string()));
        if (std::string_view(row["side"]) != side)
          return data_error(fmt::format("{}:{}: the answer is not of side {}", path, line, side));
        const auto truth = places.find(std::string_view(row["truth"]));
        if (truth == places.end())
          return data_error(fmt::format("{}:{}: the truth is no class of this cell's record", path, line));
        out.truth.push_back(truth->second);
        out.author.push_back(code(authors, row["author"].get_string()));
        out.topic.push_back(code(topics, row["topic"].get_string()));
        if (groups != nullptr) {
          std::string_view group;
          out.group.push_back(optional_field(row, "group", group) ? code(*groups, group) : kNoCode);
        }
        if (values != nullptr) {
          std::string_view value;
          const bool planted = optional_field(row, kCueKey, value);
          const auto place = planted ? std::find(values->begin(), values->end(), value) : values->end();
          if (planted && place == values->end())
            return data_error(fmt::format("{}:{}: the cue is no value of this cell's record", path, line));
          out.cue.push_back(planted ? static_cast<uint8_t>(place - values->begin()) : kNoCue);
        }
        if (std::string_view outcome; optional_field(row, "outcome", outcome))
          out.cross_half.push_back(outcome == "cross-half" ? 1 : 0);
        size_t answers = 0;
        for (const simdjson::dom::element p : row["probabilities"].get_array()) {
          out.probabilities.push_back(p.get_double());
          ++answers;
          if (!(out.probabilities.back() >= 0 && out.probabilities.back() <= 1 + 1e-6))
            return data_error(
                fmt::format("{}:{}: probability {} is outside 0..1", path, line, out.probabilities.back()));
        }
        if (answers != classes.size())
          return data_error(
              fmt::format("{}:{}: {} probabilities for {} classes", path, line, answers, classes.size()));
        return {};
      }));
  if (!out.cross_half.empty() && out.cross_half.size() != out.size())
    return data_error(fmt::format("{}: some lines have an outcome, some not", path));
  return {};
}

namespace {

// Adds the codes of the two names of a list; false if there are not two. some_lack: "" is kNoCode.
bool read_two(const simdjson::dom::array& names, Interner& codes, std::vector<uint32_t>& a,
              std::vector<uint32_t>& b, bool some_lack = false) {
  uint32_t pair[2] = {0, 0};
  size_t k = 0;
  for (const simdjson::dom::element item : names) {
    if (k < 2) {
      const std::string_view name = item.get_string();
      pair[k] = some_lack && name.empty() ? kNoCode : codes.code(name);
    }
    ++k;
  }
  a.push_back(pair[0]);
  b.push_back(pair[1]);
  return k == 2;
}

}  // namespace

uint64_t hash_of_id(std::string_view id) {
  return Rng(0, "result/pair-id", id).next();
}

Status read_pair_predictions(const std::string& path, std::string text, std::string_view side,
                             Interner& authors, Interner& topics, CellPredictions& out, Interner* groups,
                             bool ids) {
  bool all_have_topics = true;
  SF_TRY(each_json_row(
      path, std::move(text), kSeeRunFolder, [&](const simdjson::dom::object& row, size_t line) -> Status {
        const auto needs_two = [&](const char* what) {
          return data_error(fmt::format("{}:{}: needs two {}", path, line, what));
        };
        if (std::string_view(row["side"]) != side)
          return data_error(fmt::format("{}:{}: the answer is not of side {}", path, line, side));
        if (ids) out.id.push_back(hash_of_id(std::string_view(row["id"])));
        out.value.push_back(row["value"].get_double());
        out.same.push_back(bool(row["same"]) ? 1 : 0);
        if (!read_two(row["authors"].get_array(), authors, out.author_a, out.author_b))
          return needs_two("authors");
        simdjson::dom::array names;
        const bool has_topics = optional_field(row, "topics", names);
        if (has_topics && !read_two(names, topics, out.topic_a, out.topic_b, true))
          return needs_two("topics");
        all_have_topics = all_have_topics && has_topics;
        if (groups != nullptr) {
          // A corpus without the column has no groups.
          const bool has = optional_field(row, "groups", names);
          if (has && !read_two(names, *groups, out.group_a, out.group_b, true)) return needs_two("groups");
          if (!has) {
            out.group_a.push_back(kNoCode);
            out.group_b.push_back(kNoCode);
          }
        }
        if (!(out.value.back() >= 0 && out.value.back() <= 1))
          return data_error(fmt::format("{}:{}: score {} is outside 0..1", path, line, out.value.back()));
        return {};
      }));
  if (!all_have_topics) {
    out.topic_a.clear();
    out.topic_b.clear();
  }
  return {};
}

Status read_documents_of_pairs(const std::string& path, std::string text,
                               const std::unordered_map<std::string, uint32_t>& places, Interner& documents,
                               CellPredictions& out) {
  return each_json_row(path, std::move(text), kSeeRunFolder,
                       [&](const simdjson::dom::object& row, size_t) -> Status {
                         const auto id = std::string(std::string_view(row["id"]));
                         size_t ways = 0, cut = 0;
                         for (size_t at = id.find('|'); at != std::string::npos; at = id.find('|', at + 1))
                           if (places.contains(id.substr(0, at)) && places.contains(id.substr(at + 1))) {
                             ++ways;
                             cut = at;
                           }
                         out.document_a.push_back(ways == 1 ? documents.code(id.substr(0, cut)) : kNoCode);
                         out.document_b.push_back(ways == 1 ? documents.code(id.substr(cut + 1)) : kNoCode);
                         return {};
                       });
}

}  // namespace standfast::result

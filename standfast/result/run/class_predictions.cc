#include "standfast/result/run/class_predictions.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/json_rows.h"
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
          return data_error(fmt::format("{}:{}: it is not of the side {}", path, line, side));
        const auto truth = places.find(std::string_view(row["truth"]));
        if (truth == places.end())
          return data_error(fmt::format("{}:{}: its truth is no class of this cell's record", path, line));
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
            return data_error(fmt::format("{}:{}: its cue is no value of this cell's record", path, line));
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

}  // namespace standfast::result

#include "standfast/result/run/class_predictions.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/optional_field.h"
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
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);  // which the parser may read, and never uses
  simdjson::ondemand::parser parser;
  size_t line = 0;
  std::string_view last_row;
  try {
    simdjson::ondemand::document_stream lines =
        parser.iterate_many(text, std::max<size_t>(text.size(), 1 << 16));
    for (auto item : lines) {
      ++line;
      simdjson::ondemand::object object = item.get_object();
      out.document.push_back(documents.code(object["id"].get_string()));
      if (std::string_view(object["side"].get_string()) != side)
        return data_error(fmt::format("{}:{}: it is not of the side {}", path, line, side));
      const auto truth = places.find(std::string_view(object["truth"].get_string()));
      if (truth == places.end())
        return data_error(fmt::format("{}:{}: its truth is no class of this cell's record", path, line));
      out.truth.push_back(truth->second);
      out.author.push_back(code(authors, object["author"].get_string()));
      out.topic.push_back(code(topics, object["topic"].get_string()));
      if (groups != nullptr) {
        std::string_view group;
        const bool has = optional_field(object["group"].get_string(), group);
        out.group.push_back(has ? code(*groups, group) : kNoCode);
      }
      if (values != nullptr) {
        std::string_view value;
        const bool planted = optional_field(object[kCueKey].get_string(), value);
        const auto place = planted ? std::find(values->begin(), values->end(), value) : values->end();
        if (planted && place == values->end())
          return data_error(fmt::format("{}:{}: its cue is no value of this cell's record", path, line));
        out.cue.push_back(planted ? static_cast<uint8_t>(place - values->begin()) : kNoCue);
      }
      if (std::string_view outcome; optional_field(object["outcome"].get_string(), outcome))
        out.cross_half.push_back(outcome == "cross-half" ? 1 : 0);
      // A model that does not look at the document gives every line the same row: it is parsed once.
      simdjson::ondemand::array row = object["probabilities"].get_array();
      const std::string_view written = row.raw_json();
      if (!last_row.empty() && written == last_row) {
        const size_t begin = out.probabilities.size() - classes.size();
        out.probabilities.resize(begin + 2 * classes.size());
        std::copy_n(out.probabilities.begin() + static_cast<ptrdiff_t>(begin), classes.size(),
                    out.probabilities.end() - static_cast<ptrdiff_t>(classes.size()));
        continue;
      }
      static_cast<void>(row.reset().value());
      size_t answers = 0;
      for (auto p : row) {
        out.probabilities.push_back(p.get_double());
        ++answers;
        if (!(out.probabilities.back() >= 0 && out.probabilities.back() <= 1 + 1e-6))
          return data_error(
              fmt::format("{}:{}: probability {} is outside 0..1", path, line, out.probabilities.back()));
      }
      if (answers != classes.size())
        return data_error(
            fmt::format("{}:{}: {} probabilities for {} classes", path, line, answers, classes.size()));
      last_row = written;
    }
  } catch (const simdjson::simdjson_error& problem) {
    return data_error(fmt::format("{}:{}: {} (see docs/run-folder.md)", path, line, problem.what()));
  }
  if (!out.cross_half.empty() && out.cross_half.size() != out.size())
    return data_error(fmt::format("{}: some lines have an outcome, some not", path));
  return {};
}

}  // namespace standfast::result

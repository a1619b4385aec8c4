#include "standfast/result/run/pair_predictions.h"

#include <algorithm>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/optional_field.h"
#include "standfast/study/record/marker.h"

namespace standfast::result {
namespace {

// Reads the two names of a list in a prediction; false if there are not two. some_lack: "" is kNoCode.
bool read_two(simdjson::ondemand::array names, Interner& codes, std::vector<uint32_t>& a,
              std::vector<uint32_t>& b, bool some_lack = false) {
  uint32_t pair[2] = {0, 0};
  size_t k = 0;
  for (auto item : names)
    if (k < 2) {
      const std::string_view name = item.get_string();
      pair[k++] = some_lack && name.empty() ? kNoCode : codes.code(name);
    }
  a.push_back(pair[0]);
  b.push_back(pair[1]);
  return k == 2;
}

}  // namespace

Status read_pair_predictions(const std::string& path, std::string text, std::string_view side,
                             Interner& authors, Interner& topics, CellPredictions& out, Interner* groups) {
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);  // which the parser may read, and never uses
  simdjson::ondemand::parser parser;
  size_t line = 0;
  bool all_have_topics = true;
  try {
    simdjson::ondemand::document_stream lines =
        parser.iterate_many(text, std::max<size_t>(text.size(), 1 << 16));
    for (auto item : lines) {
      ++line;
      simdjson::ondemand::object object = item.get_object();
      if (std::string_view(object["side"].get_string()) != side)
        return data_error(fmt::format("{}:{}: it is not of the side {}", path, line, side));
      out.value.push_back(object["value"].get_double());
      out.same.push_back(object["same"].get_bool() ? 1 : 0);
      if (!read_two(object["authors"].get_array(), authors, out.author_a, out.author_b))
        return data_error(fmt::format("{}:{}: needs two authors", path, line));
      simdjson::ondemand::array names;
      all_have_topics = all_have_topics && optional_field(object["topics"].get_array(), names) &&
                        read_two(names, topics, out.topic_a, out.topic_b, true);
      if (groups != nullptr) {
        // A corpus without the column has no groups.
        const bool has = optional_field(object["groups"].get_array(), names);
        if (has && !read_two(names, *groups, out.group_a, out.group_b, true))
          return data_error(fmt::format("{}:{}: needs two groups", path, line));
        if (!has) {
          out.group_a.push_back(kNoCode);
          out.group_b.push_back(kNoCode);
        }
      }
      if (!(out.value.back() >= 0 && out.value.back() <= 1))
        return data_error(fmt::format("{}:{}: score {} is outside 0..1", path, line, out.value.back()));
    }
  } catch (const simdjson::simdjson_error& problem) {
    return data_error(fmt::format("{}:{}: {} (see docs/run-folder.md)", path, line, problem.what()));
  }
  if (!all_have_topics) {
    out.topic_a.clear();
    out.topic_b.clear();
  }
  return {};
}

Status read_documents_of_pairs(const std::string& path, std::string text,
                               const std::unordered_map<std::string, uint32_t>& places, Interner& documents,
                               CellPredictions& out) {
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);  // which the parser may read, and never uses
  simdjson::ondemand::parser parser;
  try {
    simdjson::ondemand::document_stream lines =
        parser.iterate_many(text, std::max<size_t>(text.size(), 1 << 16));
    for (auto item : lines) {
      simdjson::ondemand::object object = item.get_object();
      const auto id = std::string(std::string_view(object["id"].get_string()));
      size_t ways = 0, cut = 0;
      for (size_t at = id.find('|'); at != std::string::npos; at = id.find('|', at + 1))
        if (places.contains(id.substr(0, at)) && places.contains(id.substr(at + 1))) {
          ++ways;
          cut = at;
        }
      out.document_a.push_back(ways == 1 ? documents.code(id.substr(0, cut)) : kNoCode);
      out.document_b.push_back(ways == 1 ? documents.code(id.substr(cut + 1)) : kNoCode);
    }
  } catch (const simdjson::simdjson_error& problem) {
    return data_error(
        fmt::format("{}:{}: {} (see docs/run-folder.md)", path, out.document_a.size() + 1, problem.what()));
  }
  return {};
}

}  // namespace standfast::result

#include "standfast/study/record/summary.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"

namespace standfast {

CorpusFacts corpus_facts(const std::string& name, const Corpus& corpus) {
  const auto distinct = [&](Role role) {
    const Column* column = corpus.column(role);
    return column != nullptr ? column->names.size() : 0;
  };
  CorpusFacts facts{name,
                    corpus.data_hash(),
                    corpus.size(),
                    distinct(Role::author),
                    distinct(Role::topic),
                    corpus.text_bytes()};
  for (const auto& attribute : corpus.attributes())
    facts.attributes[attribute.name] = corpus.attribute_hash(attribute.name);
  for (const auto& kept : corpus.kept_apart())
    facts.sides.push_back(
        {kept.side, kept.rows.size(), sha256_hex(fmt::format("{}", fmt::join(kept.rows, " ")))});
  return facts;
}

nlohmann::ordered_json corpus_summary(const std::string& name, const Corpus& corpus) {
  using Json = nlohmann::ordered_json;
  const Column* author = corpus.column(Role::author);
  const Column* topic = corpus.column(Role::topic);
  Json json;
  json["schema"] = "standfast-summary/1";
  json["corpus"] = name;
  json["documents"] = corpus.size();
  json["bytes"] = corpus.text_bytes();
  json["authors"] = author != nullptr ? author->names : std::vector<std::string>();
  json["topics"] = topic != nullptr ? topic->names : std::vector<std::string>();
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> cells;
  if (author != nullptr && topic != nullptr)
    for (uint32_t row = 0; row < corpus.size(); ++row)
      if (author->codes[row] != kMissing && topic->codes[row] != kMissing)
        ++cells[{author->codes[row], topic->codes[row]}];
  json["matrix"] = Json::array();
  for (const auto& [cell, count] : cells) json["matrix"].push_back({cell.first, cell.second, count});
  // The lengths (in bytes) at the 0, 25, 50, 75 and 100 % places of the sorted documents; the lower of two.
  std::vector<uint64_t> lengths;
  for (uint32_t row = 0; row < corpus.size(); ++row) lengths.push_back(corpus.text(row).size());
  std::sort(lengths.begin(), lengths.end());
  json["length_quantiles"] = Json::array();
  if (!lengths.empty())
    for (size_t quarter = 0; quarter <= 4; ++quarter)
      json["length_quantiles"].push_back(lengths[quarter * (lengths.size() - 1) / 4]);
  return json;
}

}  // namespace standfast

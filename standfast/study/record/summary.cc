#include "standfast/study/record/summary.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

// By side, as the corpus keeps them apart: its documents whose text stands outside the sides too.
std::vector<uint64_t> texts_shared_with_sides(const Corpus& corpus) {
  std::vector<uint64_t> shared(corpus.kept_apart().size(), 0);
  if (shared.empty()) return shared;
  DuplicateOptions exact_ones;
  exact_ones.near = false;
  for (const auto& group : find_duplicates(corpus, exact_ones).exact) {
    if (std::all_of(group.begin(), group.end(), [&](uint32_t row) { return corpus.is_kept_apart(row); }))
      continue;
    for (size_t side = 0; side < shared.size(); ++side) {
      const auto& rows = corpus.kept_apart()[side].rows;
      for (const uint32_t row : group)
        shared[side] += std::binary_search(rows.begin(), rows.end(), row) ? 1 : 0;
    }
  }
  return shared;
}

}  // namespace

CorpusFacts corpus_sizes(const std::string& name, const Corpus& corpus) {
  const auto distinct = [&](Role role) {
    const Column* column = corpus.column(role);
    return column != nullptr ? column->names.size() : 0;
  };
  CorpusFacts facts;
  facts.name = name;
  facts.documents = corpus.size();
  facts.authors = distinct(Role::author);
  facts.topics = distinct(Role::topic);
  facts.text_bytes = corpus.text_bytes();
  facts.odd_values = odd_values(corpus);
  UnspacedShare unspaced;
  for (uint32_t row = 0; row < corpus.size(); ++row) unspaced.add(corpus.text(row));
  facts.unspaced = unspaced.worth_a_word() ? unspaced.share() : 0;
  const std::vector<uint64_t> shared = texts_shared_with_sides(corpus);
  for (const auto& kept : corpus.kept_apart())
    facts.sides.push_back({kept.side, kept.rows.size(), "", shared[facts.sides.size()]});
  return facts;
}

CorpusFacts corpus_facts(const std::string& name, const Corpus& corpus) {
  CorpusFacts facts = corpus_sizes(name, corpus);
  facts.sha256 = corpus.data_hash();
  for (const auto& attribute : corpus.attributes())
    facts.attributes[attribute.name] = corpus.attribute_hash(attribute.name);
  for (size_t side = 0; side < facts.sides.size(); ++side)
    facts.sides[side].sha256 = sha256_hex(fmt::format("{}", fmt::join(corpus.kept_apart()[side].rows, " ")));
  return facts;
}

nlohmann::ordered_json corpus_summary(const std::string& name, const Corpus& corpus) {
  const Column* author = corpus.column(Role::author);
  const Column* topic = corpus.column(Role::topic);
  nlohmann::ordered_json json;
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
  json["matrix"] = nlohmann::ordered_json::array();
  for (const auto& [cell, count] : cells) json["matrix"].push_back({cell.first, cell.second, count});
  // The lengths (in bytes) at the 0, 25, 50, 75 and 100 % places of the sorted documents; the lower of two.
  std::vector<uint64_t> lengths;
  for (uint32_t row = 0; row < corpus.size(); ++row) lengths.push_back(corpus.text(row).size());
  std::sort(lengths.begin(), lengths.end());
  json["length_quantiles"] = nlohmann::ordered_json::array();
  if (!lengths.empty())
    for (size_t quarter = 0; quarter <= 4; ++quarter)
      json["length_quantiles"].push_back(lengths[quarter * (lengths.size() - 1) / 4]);
  return json;
}

}  // namespace standfast

#include "standfast/corpus/pairs.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "standfast/corpus/fold.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

bool agree(const std::vector<const Column*>& columns, uint32_t a, uint32_t b) {
  return std::all_of(columns.begin(), columns.end(), [&](const Column* column) {
    return column->codes[a] != kMissing && column->codes[a] == column->codes[b];
  });
}

}  // namespace

std::string pair_id(const Corpus& corpus, const Pair& pair) {
  std::string id(corpus.id(pair.a));
  id += '|';
  id += corpus.id(pair.b);
  return id;
}

bool ids_can_clash(const Corpus& corpus) {
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (corpus.id(row).find('|') != std::string_view::npos) return true;
  return false;
}

Status check_pair_ids(const Corpus& corpus, std::span<const Pair> pairs) {
  if (!ids_can_clash(corpus)) return {};
  const auto shown = [&](const Pair& pair) {
    return fmt::format("(\"{}\", \"{}\")", printable_line(corpus.id(pair.a)),
                       printable_line(corpus.id(pair.b)));
  };
  std::unordered_map<std::string, const Pair*> first;
  for (const Pair& pair : pairs) {
    const auto [place, is_new] = first.emplace(pair_id(corpus, pair), &pair);
    if (!is_new && !(*place->second == pair))
      return data_error(fmt::format(
          "{}: the pairs {} and {} would both have the id \"{}\", because ids of documents hold \"|\"; give "
          "the documents "
          "ids without it, or name another column with --id",
          corpus.name(), shown(*place->second), shown(pair), printable_line(place->first)));
  }
  return {};
}

Result<PairFit> PairFit::make(const Corpus& corpus, const PairOptions& options,
                              std::span<const uint32_t> group_of_topic) {
  PairFit out(corpus, options.positives, options.negatives, grouped_topics(corpus, group_of_topic));
  for (const auto& [option, names, columns] :
       {std::tuple{"cross-block", &options.cross_block, &out.blocks_},
        {"positives-same", &options.positives_same, &out.positives_same_},
        {"negatives-same", &options.negatives_same, &out.negatives_same_}})
    for (const auto& name : *names) {
      columns->push_back(corpus.named_column(name));
      if (columns->back() == nullptr)
        return data_error(fmt::format("{}: no document has a value in \"{}\", which {} of the pairs names",
                                      corpus.name(), name, option));
    }
  return out;
}

bool PairFit::as_same_author(uint32_t a, uint32_t b) const {
  return corpus_->text(a) != corpus_->text(b) && related(positives_, a, b) && across_blocks(a, b) &&
         agree(positives_same_, a, b);
}

bool PairFit::as_different(uint32_t a, uint32_t b) const {
  return related(negatives_, a, b) && across_blocks(a, b) && agree(negatives_same_, a, b);
}

std::vector<const Column*> PairFit::shared_of_different() const {
  std::vector<const Column*> out = negatives_same_;
  if (negatives_ == TopicRelation::same && topics_) out.push_back(&*topics_);
  return out;
}

bool PairFit::related(TopicRelation wanted, uint32_t a, uint32_t b) const {
  if (wanted == TopicRelation::any) return true;
  const uint32_t x = topic(a), y = topic(b);
  if (x == kMissing || y == kMissing) return false;
  return (x == y) == (wanted == TopicRelation::same);
}

bool PairFit::across_blocks(uint32_t a, uint32_t b) const {
  return std::none_of(blocks_.begin(), blocks_.end(), [&](const Column* block) {
    return block->codes[a] != kMissing && block->codes[a] == block->codes[b];
  });
}

}  // namespace standfast

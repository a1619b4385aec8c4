#include "standfast/corpus/pairs.h"

#include <unordered_map>

#include <fmt/format.h>

#include "standfast/text/printable.h"

namespace standfast {

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
          "{}: the pairs {} and {} would both have the id \"{}\", because ids of documents hold \"|\"; give the documents "
          "ids without it, or name another column with --id",
          corpus.name(), shown(*place->second), shown(pair), printable_line(place->first)));
  }
  return {};
}

}  // namespace standfast

#include "standfast/neural/luar/episodes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

using Document = EpisodeAuthor::Document;

struct Run {
  uint64_t first = 0, texts = 0;  // consecutive
};

// Draws a length. The largest of three uniform numbers has the distribution Beta(3, 1).
uint32_t draw_length(Rng& rng, uint32_t most) {
  const double b = std::max({rng.uniform(), rng.uniform(), rng.uniform()});
  return std::min(most, 1 + static_cast<uint32_t>(std::ceil((most - 1) * b)));
}

Run run_in(const Document& document, uint32_t length, Rng& rng) {
  const uint32_t texts = std::min(length, document.texts);
  return {document.first + rng.below(document.texts - texts + 1), texts};
}

std::pair<Run, Run> runs_of(const EpisodeAuthor& author, uint32_t length, Rng& rng) {
  const auto& documents = author.documents;
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(length, author.texts() / 2));
  if (documents.size() == 1) {
    const Document& one = documents.front();
    const uint64_t spare = one.texts - 2 * most;
    const auto [before, between] = std::minmax({rng.below(spare + 1), rng.below(spare + 1)});
    return {{one.first + before, most}, {one.first + between + most, most}};
  }
  const Document& one = documents[rng.below(documents.size())];
  std::vector<const Document*> others, of_another_topic;
  for (const Document& other : documents) {
    if (&other == &one) continue;
    others.push_back(&other);
    if (other.topic != UINT32_MAX && one.topic != UINT32_MAX && other.topic != one.topic)
      of_another_topic.push_back(&other);
  }
  const auto& from = of_another_topic.empty() ? others : of_another_topic;
  const Document& two = *from[rng.below(from.size())];
  const Run first = run_in(one, most, rng);
  return {first, run_in(two, most, rng)};
}

// Returns the texts of an author as one row.
std::vector<uint32_t> row_of(const EpisodeAuthor& author) {
  std::vector<uint32_t> out;
  for (const Document& document : author.documents)
    for (uint32_t t = 0; t < document.texts; ++t) out.push_back(document.first + t);
  return out;
}

void add_released(const std::vector<const EpisodeAuthor*>& chosen, uint32_t most, Rng& rng, Episodes& out) {
  struct Part {
    std::vector<uint32_t> row;
    uint64_t start, texts;
  };
  std::vector<Part> parts;
  uint64_t fewest = most;
  for (const EpisodeAuthor* author : chosen)
    for (int twice = 0; twice < 2; ++twice) {
      Part part{row_of(*author), 0, 0};
      part.texts = std::min<uint64_t>(most, part.row.size());
      part.start = rng.below(part.row.size() - part.texts + 1);
      fewest = std::min(fewest, part.texts);
      parts.push_back(std::move(part));
    }
  const uint64_t length = std::min<uint64_t>(draw_length(rng, most), fewest),
                 start = fewest < most ? 0 : rng.below(most - length + 1);
  for (const Part& part : parts) {
    const auto from = part.row.begin() + static_cast<ptrdiff_t>(part.start + start);
    out.texts.insert(out.texts.end(), from, from + static_cast<ptrdiff_t>(length));
    out.begins.push_back(static_cast<uint32_t>(out.texts.size()));
  }
}

}  // namespace

uint64_t EpisodeAuthor::texts() const {
  uint64_t sum = 0;
  for (const Document& document : documents) sum += document.texts;
  return sum;
}

EpisodeDrawer::EpisodeDrawer(std::vector<EpisodeAuthor> authors, const EpisodeOptions& options, uint64_t seed)
    : authors_(std::move(authors)),
      options_(options),
      seed_(seed),
      batches_(std::max<uint64_t>(1, authors_.size() / options.authors), options.authors,
               [this](uint64_t pass) {
                 std::vector<uint32_t> order(authors_.size());
                 std::iota(order.begin(), order.end(), 0U);
                 Rng(seed_, "luar/authors", std::to_string(pass)).shuffle(order);
                 return order;
               }) {}

Episodes EpisodeDrawer::of_update(uint64_t update) {
  Rng rng(seed_, "luar/episodes", std::to_string(update));
  Episodes out;
  std::vector<const EpisodeAuthor*> chosen;
  for (const uint32_t author : batches_.of_update(update)) {
    chosen.push_back(&authors_[author]);
    out.authors.insert(out.authors.end(), {author, author});
  }
  if (options_.released) {
    add_released(chosen, options_.length, rng, out);
    return out;
  }
  const uint32_t length = draw_length(rng, options_.length);
  for (const EpisodeAuthor* author : chosen) {
    const auto [one, two] = runs_of(*author, length, rng);
    for (const Run& run : {one, two}) {
      for (uint64_t t = 0; t < run.texts; ++t) out.texts.push_back(static_cast<uint32_t>(run.first + t));
      out.begins.push_back(static_cast<uint32_t>(out.texts.size()));
    }
  }
  return out;
}

}  // namespace standfast

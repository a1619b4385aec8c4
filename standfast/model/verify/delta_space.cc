#include "standfast/model/verify/delta_space.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr uint32_t kDropped = 0xffffffffU;

TfidfOptions counting(uint64_t words, bool between_spaces) {
  TfidfOptions options;
  options.analyzer = Analyzer::words;
  options.min_n = options.max_n = 1;
  options.max_features = words;
  options.min_word_length = 1;
  options.between_spaces = between_spaces;
  options.idf = false;
  options.normalize = false;
  return options;
}

}  // namespace

Status DeltaSpace::fit(std::span<const std::string_view> texts, uint64_t words, int threads) {
  tfidf_ = Tfidf(counting(words, between_spaces_));
  SF_TRY(tfidf_.fit(texts, threads));
  const Texts taken = take(texts, threads);
  const size_t columns = tfidf_.features();
  uint64_t n = 0;
  std::vector<double> total(columns), sum(columns), squares(columns);
  std::vector<uint64_t> present(columns);
  for (size_t i = 0; i < texts.size(); ++i) {
    if (taken.words[i] == 0) continue;
    ++n;
    const auto row = taken.counts.row_columns(i);
    for (size_t k = 0; k < row.size(); ++k) {
      total[row[k]] += taken.counts.row_values(i)[k];
      sum[row[k]] += taken.counts.row_values(i)[k] / static_cast<double>(taken.words[i]);
      ++present[row[k]];
    }
  }
  mean_.resize(columns);
  for (size_t j = 0; j < columns; ++j) mean_[j] = sum[j] / static_cast<double>(n);
  // Squares around the mean, in a second pass. A text without the word is mean_ away from the mean.
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto row = taken.counts.row_columns(i);
    for (size_t k = 0; k < row.size(); ++k) {
      const double gap = taken.counts.row_values(i)[k] / static_cast<double>(taken.words[i]) - mean_[row[k]];
      squares[row[k]] += gap * gap;
    }
  }
  sd_.assign(columns, 0);
  for (size_t j = 0; j < columns && n > 1; ++j) {
    squares[j] += static_cast<double>(n - present[j]) * mean_[j] * mean_[j];
    sd_[j] = std::sqrt(squares[j] / static_cast<double>(n - 1));
    if (sd_[j] < 1e-12 * mean_[j]) sd_[j] = 0;  // equal frequencies that differ only by rounding
  }
  std::vector<uint32_t> by_rank(columns);
  std::iota(by_rank.begin(), by_rank.end(), 0U);
  std::stable_sort(by_rank.begin(), by_rank.end(),
                   [&](uint32_t a, uint32_t b) { return total[a] > total[b]; });
  place_.assign(columns, kDropped);
  kept_ = 0;
  for (const uint32_t column : by_rank)
    if (sd_[column] > 0) place_[column] = static_cast<uint32_t>(kept_++);
  if (kept_ == 0)
    return data_error(fmt::format(
        "none of the {} most frequent words differs in frequency between the {} training texts", columns, n));
  derive();
  return {};
}

void DeltaSpace::derive() {
  zero_.assign(kept_, 0);
  for (size_t j = 0; j < place_.size(); ++j)
    if (place_[j] != kDropped) zero_[place_[j]] = -mean_[j] / sd_[j];
}

DeltaSpace::Texts DeltaSpace::take(std::span<const std::string_view> texts, int threads) const {
  Texts result;
  result.counts = tfidf_.transform(texts, threads);
  result.words.resize(texts.size());
  parallel_for(
      texts.size(), threads,
      [&](size_t i) {
        uint64_t words = 0;
        for_each_word_by(between_spaces_, texts[i], 1, [&](std::string_view) { ++words; });
        result.words[i] = words;
      },
      16);
  return result;
}

void DeltaSpace::z(const Texts& texts, size_t i, std::span<double> out) const {
  assert(texts.words[i] > 0 && out.size() == kept_);
  std::copy(zero_.begin(), zero_.end(), out.begin());
  const auto row = texts.counts.row_columns(i);
  const auto words = static_cast<double>(texts.words[i]);
  for (size_t k = 0; k < row.size(); ++k) {
    const uint32_t j = row[k];
    if (place_[j] != kDropped) out[place_[j]] = (texts.counts.row_values(i)[k] / words - mean_[j]) / sd_[j];
  }
}

std::string DeltaSpace::save() const {
  nlohmann::ordered_json json;
  json["vocabulary"] = json_or_discarded(tfidf_.save());
  json["mean"] = mean_;
  json["sd"] = sd_;
  json["place"] = nlohmann::ordered_json::array();
  for (const uint32_t place : place_)
    json["place"].push_back(place == kDropped ? nlohmann::ordered_json(nullptr)
                                              : nlohmann::ordered_json(place));
  return json.dump();
}

Status DeltaSpace::restore(std::string_view saved) {
  const auto json = json_or_discarded(saved);
  if (!json.is_object()) return data_error("the saved words are not JSON");
  if (!numbers_are_plausible(json)) return data_error("the saved words hold a number that is out of range");
  DeltaSpace space(between_spaces_);
  std::vector<uint8_t> taken;
  try {
    SF_TRY(space.tfidf_.restore(json.at("vocabulary").dump()));
    json.at("mean").get_to(space.mean_);
    json.at("sd").get_to(space.sd_);
    for (const auto& place : json.at("place")) {
      space.place_.push_back(place.is_null() ? kDropped : place.get<uint32_t>());
      space.kept_ += place.is_null() ? 0 : 1;
    }
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("the saved words are damaged ({})", error.what()));
  }
  const size_t columns = space.tfidf_.features();
  if (space.mean_.size() != columns || space.sd_.size() != columns || space.place_.size() != columns)
    return data_error(fmt::format("{} words are saved with {} means, {} deviations and {} ranks", columns,
                                  space.mean_.size(), space.sd_.size(), space.place_.size()));
  taken.assign(space.kept_, 0);
  for (size_t j = 0; j < columns; ++j) {
    if (!(space.mean_[j] >= 0 && space.mean_[j] <= 1) || !(space.sd_[j] >= 0 && space.sd_[j] <= 1))
      return data_error("a saved mean or standard deviation of a relative frequency is invalid");
    if (space.place_[j] == kDropped) continue;
    if (!(space.sd_[j] > 1e-100) || space.place_[j] >= space.kept_ || taken[space.place_[j]]++ != 0)
      return data_error("the saved ranks of words are not ranks");
  }
  if (space.kept_ == 0) return data_error("no word was saved");
  space.derive();
  *this = std::move(space);
  return {};
}

double delta_distance(DeltaVariant variant, std::span<const double> a, std::span<const double> b) {
  const size_t n = a.size();
  const auto size = static_cast<double>(n);
  double sum = 0;
  switch (variant) {
    case DeltaVariant::burrows:
      for (size_t i = 0; i < n; ++i) sum += std::abs(a[i] - b[i]);
      return sum / size;
    case DeltaVariant::eder:
      for (size_t i = 0; i < n; ++i) sum += static_cast<double>(n - i) / size * std::abs(a[i] - b[i]);
      return sum / size;
    case DeltaVariant::quadratic:
      for (size_t i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
      return std::sqrt(sum);
    case DeltaVariant::cosine: {
      double aa = 0, bb = 0;
      for (size_t i = 0; i < n; ++i) {
        sum += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
      }
      const double norms = std::sqrt(aa) * std::sqrt(bb);
      return norms > 0 ? 1 - sum / norms : 1;
    }
  }
  return 0;
}

}  // namespace standfast

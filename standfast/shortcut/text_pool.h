// Pools of rated texts from which concept shortcuts draw partners of documents. A pool is a table (CSV, TSV
// or JSON lines, compressed or not) with a text, a rating and perhaps an id in each row.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/input_stream.h"
#include "standfast/base/option_table.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/read_options.h"
#include "standfast/shortcut/shortcut.h"

namespace standfast {

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kPoolKind = "pool";

struct PoolColumns {
  std::string id = "id";  // without this column: the row number
  std::string text = "text", rating = "rating";
};
// Returns the options id, text and rating. A shortcut has them with the prefix "pool-", for all of its pools.
OptionTable<PoolColumns> pool_column_table(const std::string& prefix = "");

struct PooledText {
  std::string key;      // its id, or "row 17"
  std::string text;     // without white space around it
  uint32_t rating = 0;  // a place in TextPool::ratings
};

struct TextPool {
  std::string name;                  // file, for messages
  std::vector<PooledText> texts;     // blank texts are skipped
  std::vector<std::string> ratings;  // numbers by size, then others by code point
  std::vector<uint32_t> count;       // texts by rating
  // Returns the rating's code, kMissing if no text has it. Numbers compare as numbers: 1 is 1.0.
  uint32_t rating_of(std::string_view name) const;
  std::string ratings_in_words() const;
};

// Reads a pool. only: ratings that are kept; empty: all. Data errors name file and line: a row without a text
// or a rating, a missing column, a requested rating that no row has, and the errors of for_each_row.
Result<TextPool> read_pool(const std::string& path, const PoolColumns& columns,
                           const std::vector<std::string>& only);
Result<TextPool> parse_pool(InputStream& input, const std::string& name, Format format,
                            const PoolColumns& columns, const std::vector<std::string>& only);

// Draws a text of the pool for each of these documents, without replacement: documents and texts, each in a
// random order of its own, are paired. rating: only texts with this rating are drawn; kMissing: any. A data
// error if there are fewer texts than documents. places: documents by their places in the view. partner: by
// document of the view; the entries of `places` are set.
Status draw_partners(const DocumentView& documents, std::span<const uint32_t> places, const TextPool& pool,
                     uint32_t rating, const PlantContext& context, const std::string& component,
                     std::vector<const PooledText*>& partner);

// Returns the ratings of the joined texts, by document of the view; "" if none was joined. pool_of: the pool
// that the text is from.
JoinedColumn ratings_of_joined(std::string name, std::span<const PooledText* const> partner,
                               const std::function<const TextPool&(size_t document)>& pool_of);

// Returns the documents in a random order that depends only on seed, component and ids.
std::vector<uint32_t> in_random_order(const DocumentView& documents, std::span<const uint32_t> places,
                                      uint64_t seed, const std::string& component);

// Pools of partner texts by side. If only one file is given, each text belongs to one of the two sides,
// decided by the least key of the rows that have it, so no text is on both sides.
class SidedPool {
 public:
  SidedPool(std::string train, std::string test, PoolColumns columns, std::vector<std::string> only)
      : train_path_(std::move(train)),
        test_path_(std::move(test)),
        columns_(std::move(columns)),
        only_(std::move(only)) {}
  // Returns the pool of a side, reading it on the first call; test and anti-test share one. A data error or a
  // warning if two files share texts (check_apart).
  Result<const TextPool*> of(PlantSide side, Sink& sink) const;

 private:
  std::string train_path_, test_path_;
  PoolColumns columns_;
  std::vector<std::string> only_;
  mutable std::mutex mutex_;
  mutable std::optional<TextPool> train_, test_;
};

// Two pools that check_apart() compares by their shared texts (exactly equal, each counted once). A tenth or
// more of the smaller pool is a data error, fewer are a warning: large collections repeat a few short texts.
// names: the two pools, as the message names them. harm: the effect of a shared text.
struct ComparedPools {
  std::vector<const TextPool*> first, second;
  std::string names, harm;
};
Status check_apart(const ComparedPools& pools, Sink& sink);

}  // namespace standfast

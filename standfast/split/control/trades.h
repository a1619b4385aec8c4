// What trades places in a control: single documents of one stratum, blocks of one stratum, or whole blocks with the
// documents of all strata (matched_control.h says what each is for). Strata are rows; those of a class, or of a class and
// what else is matched.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

struct ControlTrade {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;  // where a row stood, and the row that stands there now
  uint64_t moved = 0;                                // documents that stand elsewhere
  uint64_t beyond = 0;                               // documents that are too many where they stand
};

class Trades {
 public:
  virtual ~Trades() = default;
  // Whether anything can change places.
  virtual bool possible(uint64_t seed) const = 0;
  // Depends on ids, columns, the seed and the number of the trade, and on nothing else.
  virtual ControlTrade draw(uint64_t seed, uint32_t trade) const = 0;
  uint64_t groups() const { return groups_; }  // that trade places as one; 0 of single documents
  uint64_t torn() const { return torn_; }      // of these: those that the split puts on several sides

 protected:
  // The name of the random stream of a trade. The first keeps the name from when there was only one trade.
  static std::string stream(const char* name, uint32_t trade) {
    return trade == 0 ? name : fmt::format("{}/{}", name, trade);
  }
  uint64_t groups_ = 0, torn_ = 0;
};

using Strata = std::vector<std::vector<uint32_t>>;

// Both outlive what is returned.
std::unique_ptr<Trades> document_trades(const Corpus& corpus, const Strata& strata);
std::unique_ptr<Trades> block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                     const std::vector<const Column*>& columns);
std::unique_ptr<Trades> whole_block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                           const std::vector<const Column*>& columns);

// The blocks of a control: documents that agree in all of its columns.

// Rows of a class and a block, by the blocks of `columns` (outermost first), each group and the groups among
// each other by ascending id. A row without a value in a column is a group of its own.
std::vector<std::vector<uint32_t>> block_groups(const Corpus& corpus, std::span<const uint32_t> rows,
                                                const std::vector<const Column*>& columns);

}  // namespace standfast

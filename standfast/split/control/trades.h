// Trades of a control: exchanges of single documents within a stratum, of blocks within a stratum, or of
// whole blocks with documents of all strata (matched_control.h explains the purpose of each). A stratum is a
// list of rows: the documents of a class, or of a class and of the other matched values.
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
  // The former row at a place, and the row that stands there now.
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  uint64_t moved = 0;   // documents that changed places
  uint64_t beyond = 0;  // documents in excess where they stand
};

class Trades {
 public:
  virtual ~Trades() = default;
  // Returns true if any exchange is possible.
  virtual bool possible(uint64_t seed) const = 0;
  // Draws a trade. The result depends only on ids, columns, the seed and the number of the trade.
  virtual ControlTrade draw(uint64_t seed, uint32_t trade) const = 0;
  uint64_t groups() const { return groups_; }  // groups that trade places as one; 0 for single documents
  uint64_t torn() const { return torn_; }      // the groups that the split puts on several sides

 protected:
  // Returns the name of the random stream of a trade. The first trade has the plain name, so that its draws
  // stay the same as when there was only one.
  static std::string stream(const char* name, uint32_t trade) {
    return trade == 0 ? name : fmt::format("{}/{}", name, trade);
  }
  uint64_t groups_ = 0, torn_ = 0;
};

using Strata = std::vector<std::vector<uint32_t>>;

// Create the trades of single documents, of blocks and of whole blocks. Arguments must outlive the result.
std::unique_ptr<Trades> document_trades(const Corpus& corpus, const Strata& strata);
std::unique_ptr<Trades> block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                     const std::vector<const Column*>& columns);
std::unique_ptr<Trades> whole_block_trades(const Corpus& corpus, const Split& split, const Strata& strata,
                                           const std::vector<const Column*>& columns);

// Groups the rows of a class by block: documents that agree in all of `columns` (outermost first). Groups,
// and the rows within each, are in ascending order of ids. A row without a value in a column is a group of
// its own.
std::vector<std::vector<uint32_t>> block_groups(const Corpus& corpus, std::span<const uint32_t> rows,
                                                const std::vector<const Column*>& columns);

}  // namespace standfast

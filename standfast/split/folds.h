// The machinery that the k-fold splitters share: balanced assignment of groups to folds, folds from an
// assignment, and a validation part carved out of train. Integers only: no fold ever depends on the last bit
// of a sum.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/splitter.h"

namespace standfast {

// Options that splitters share, as members of theirs.
struct FoldCounts {
  uint32_t folds = 10, repeats = 1;
};
OptionTable<FoldCounts> fold_count_table();

// What becomes of the train side once the folds are there.
enum class ValidationUnit : uint8_t { author, topic, document };
struct TrainSide {
  bool author_disjoint = false;
  double validation = 0;  // share that validation takes
  ValidationUnit unit = ValidationUnit::author;
};
OptionTable<TrainSide> train_side_table();  // all of it
OptionTable<TrainSide>
author_disjoint_table();                    // of splitters that set nothing aside, or in a way of their own
OptionTable<TrainSide> validation_table();  // of splitters whose folds share no author anyway

// Gives each group a fold. sizes: documents per group; groups in an order that means something (by name).
// By groups: the groups are shuffled and cut into blocks whose numbers of groups differ by at most one. By
// documents: shuffled, then largest first into the lightest fold, then moves and swaps between folds while
// they bring the sizes closer together (up to 2,000 groups; with more, the greedy sizes are already as good
// as equal). Requires folds <= sizes.size(); no fold is left empty.
std::vector<uint32_t> assign_groups(std::span<const uint64_t> sizes, uint32_t folds, bool by_documents,
                                    Rng& rng);

// The groups of a sample's documents by one column. Topics that the sample merged count as one group.
struct SplitGroups {
  std::vector<std::vector<uint32_t>> rows;  // of each group, groups ascending by name
  std::vector<std::string> names;
  std::vector<uint32_t> without;  // documents of the sample that have no value
};
Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, Role role);
// The same by the name of a role or of an attribute.
Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, std::string_view column);

// Groups by the smallest id of their documents instead: then their names play no part.
void order_by_id(const Corpus& corpus, SplitGroups& groups);

// What a size is counted in.
enum class SizeUnit : uint8_t { documents, groups, bytes };
inline const std::vector<std::string> kSizeUnits = {"documents", "groups", "bytes"};
// Of each group; bytes are those of texts.
std::vector<uint64_t> group_sizes(const Corpus& corpus, const std::vector<std::vector<uint32_t>>& groups,
                                  SizeUnit unit);

// The rows that no side of any fold holds, ascending.
std::vector<uint32_t> rows_in_no_fold(const Corpus& corpus, std::span<const Fold> folds);

// A share as it is reckoned with: in parts per million.
uint64_t parts_per_million(double share);
// So many of n, rounded half up.
uint64_t rounded_share(uint64_t n, uint64_t parts_per_million);

// How many drawings (Fold::repeat) have folds that no earlier one has. Where some have none, a note says so.
size_t different_drawings(Split& split);

// Builds splits: the splitter says what is tested where, the rest is the same for all.
class SplitBuilder {
 public:
  // options: as the split records them. most_runs: of rows, over all sides of all folds; what they take in
  // memory is bounded by it.
  SplitBuilder(std::string method, const Options& options, const TrainSide& train_side, const Corpus& corpus,
               const Sample& sample, const SplitContext& context, uint64_t most_runs = kMostRuns);

  // One fold per part: test = the part, train = the other parts. Parts are disjoint and hold rows of the
  // sample. A second partition is a second drawing: its folds are of repeat 1.
  void add_partition(const std::vector<std::vector<uint32_t>>& parts);
  // Rows in any order.
  void add_fold(std::vector<uint32_t> train, std::vector<uint32_t> validation, std::vector<uint32_t> test,
                std::vector<uint32_t> aside = {});
  void note(std::string line);

  // Applies author-disjoint and validation (a fold that was added with a validation side keeps it), checks
  // that no side is empty and fills left_out. A data error where the folds would take more memory than
  // most_runs allows.
  Result<Split> finish(std::string reason) &&;

 private:
  void note_alike_values();
  Status drop_test_authors();
  Status carve_validation();
  Status carve_validation(size_t f, uint64_t parts);
  void keep(Fold fold);
  bool too_large() const { return runs_ > most_runs_; }
  Failure is_too_large() const;

  TrainSide train_side_;
  const Corpus& corpus_;
  const Sample& sample_;
  Split split_;
  uint32_t partitions_ = 0;
  uint64_t runs_ = 0;  // of all folds
  uint64_t most_runs_;
};

}  // namespace standfast

// Shared parts of the k-fold splitters: balanced assignment of groups to folds, folds from an assignment, and
// a validation part taken from train. The arithmetic is in integers, so no fold depends on the rounding of a
// sum.
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

// Options shared by splitters, as a member of their option structs.
struct FoldCounts {
  uint32_t folds = 10, repeats = 1;
};
OptionTable<FoldCounts> fold_count_table();

// Post-processing of the training side: validation part, exclusions.
enum class ValidationUnit : uint8_t { author, topic, document };
struct TrainSide {
  bool author_disjoint = false;
  double validation = 0;  // the share of train that becomes validation
  ValidationUnit unit = ValidationUnit::author;
};
OptionTable<TrainSide> train_side_table();  // all options
OptionTable<TrainSide>
author_disjoint_table();  // for splitters that take no validation, or take it in their own way
OptionTable<TrainSide> validation_table();  // for splitters whose folds share no author anyway

// Assigns each group to a fold. sizes: documents per group; groups in a meaningful order (by name). By
// groups: the groups are shuffled and cut into blocks whose numbers of groups differ by at most one. By
// documents: the groups are shuffled, then assigned largest first to the fold with the fewest documents, then
// moved and swapped between folds while that brings the sizes closer together (up to 2,000 groups; with more,
// the greedy sizes are already practically equal). Requires folds <= sizes.size(); no fold is left empty.
std::vector<uint32_t> assign_groups(std::span<const uint64_t> sizes, uint32_t folds, bool by_documents,
                                    Rng& rng);

// Groups of a sample's documents by one column. Topics merged by the sample count as one group.
struct SplitGroups {
  std::vector<std::vector<uint32_t>> rows;  // by group; groups ascending by name
  std::vector<std::string> names;
  std::vector<uint32_t> without;  // documents of the sample without a value
};
Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, Role role);
// Groups the documents by the name of a role or of an attribute.
Result<SplitGroups> split_groups(const Corpus& corpus, const Sample& sample, std::string_view column);

// Orders the groups by the smallest id of their documents, so that their names have no effect.
void order_by_id(const Corpus& corpus, SplitGroups& groups);

// The unit in which sizes are counted.
enum class SizeUnit : uint8_t { documents, groups, bytes };
inline const std::vector<std::string> kSizeUnits = {"documents", "groups", "bytes"};
// Returns the size of each group; bytes are the bytes of the texts.
std::vector<uint64_t> group_sizes(const Corpus& corpus, const std::vector<std::vector<uint32_t>>& groups,
                                  SizeUnit unit);

// Returns the rows on no side of any fold, ascending.
std::vector<uint32_t> rows_in_no_fold(const Corpus& corpus, std::span<const Fold> folds);

// Converts a share to parts per million, the integer form used in all arithmetic on shares.
uint64_t parts_per_million(double share);
// Returns the share of n, rounded half up.
uint64_t rounded_share(uint64_t n, uint64_t parts_per_million);

// Counts the drawings (Fold::repeat) with folds that no earlier drawing has. Adds a note to the split if some
// have none.
size_t different_drawings(Split& split);

// A builder of splits: the splitter provides the test sides, the rest is the same for all splitters.
class SplitBuilder {
 public:
  // options: as the split records them. most_runs: the largest number of runs of rows over all sides of all
  // folds, which bounds the memory of the folds.
  SplitBuilder(std::string method, const Options& options, const TrainSide& train_side, const Corpus& corpus,
               const Sample& sample, const SplitContext& context, uint64_t most_runs = kMostRuns);

  // Adds one fold per part: test = the part, train = the other parts. Parts are disjoint and hold rows of the
  // sample. A second partition is a second drawing: its folds have repeat 1.
  void add_partition(const std::vector<std::vector<uint32_t>>& parts);
  // Adds a fold; rows may be in any order.
  void add_fold(std::vector<uint32_t> train, std::vector<uint32_t> validation, std::vector<uint32_t> test,
                std::vector<uint32_t> aside = {});
  void note(std::string line);

  // Applies author-disjoint and validation (a fold that was added with a validation side keeps it), checks
  // that no side is empty and fills left_out. A data error if the folds would take more memory than most_runs
  // allows.
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

// The interface of splitters, which map rows of a corpus to folds of rows.
//
// The contract is checked for every catalog entry by tests/split/conformance_test.cc: train, validation and
// test of a fold are disjoint; every row is in some test side or listed in left_out (or, where the traits say
// so, only ever trains); the same seed gives the same bytes, for any thread count; renaming groups without
// changing their order changes nothing; too few groups cause a clear error; decisions use integer arithmetic.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/options.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/document_vectors.h"
#include "standfast/corpus/fold.h"

namespace standfast {

class Representatives;

struct SplitContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // Vectors of at least the documents of the sample, for splitters whose traits say reads_vectors; a view.
  DocumentVectors vectors = {};
  // The target column of models, for splitters whose traits say reads_classes; null if there is none.
  const Column* classes = nullptr;
  // With keep-whole (keep_whole.h): the group that each document of the sample represents, for splitters that
  // need to know more about a group than its one document tells. A view; null: each document represents only
  // itself.
  const Representatives* groups = nullptr;
};

class Splitter {
 public:
  virtual ~Splitter() = default;
  // Splits the documents of `sample` (its rows; merged topics count as one group).
  virtual Result<Split> split(const Corpus& corpus, const Sample& sample,
                              const SplitContext& context) const = 0;
};

struct SplitterTraits {
  bool needs_topics = false;
  bool needs_authors = false;
  bool needs_labels = false;
  bool needs_dates = false;
  bool reads_vectors = false;  // document vectors: SplitContext::vectors
  bool reads_classes = false;  // if there are any: SplitContext::classes
  bool needs_classes = false;  // classes are required
  bool deterministic = false;  // the seed has no effect
  bool novel_topics = false;   // no topic is on both sides
  bool novel_authors = false;  // no author is on both sides, whatever the options
  // The authors are divided into two halves (topic confusion), and wrong answers are of two kinds: the answer
  // names another author of the true author's half, or an author of the other half.
  bool outcomes = false;
  bool tests_all = true;         // every document is tested once in each repeat, unless it is left out
  std::string keeps_whole = {};  // the option that names a column whose groups stay whole, or ""
  // The splitter's own option for the number of draws; "" if it has none (the option repeats is used then).
  std::string counts_draws = {};
  bool as_given = false;  // the sides come from the user, so nothing is moved between them
};

std::vector<TraitLine> describe(const SplitterTraits& traits);

// Returns the usage error of a splitter that reads vectors and was given none.
Failure needs_vectors(const std::string& splitter);

// Returns the column that an option tells the splitter to keep whole; "" for none.
std::string column_kept_whole(const SplitterTraits& traits, const Options& options);
// Returns true if no value of the role is on both sides, always or because of an option.
bool keeps_apart(const SplitterTraits& traits, const Options& options, Role role);

// Options that several splitters share.
inline constexpr const char* kValidationOption = "validation";
inline constexpr const char* kValidationUnitOption = "validation-unit";
inline constexpr const char* kAuthorDisjointOption = "author-disjoint";

// A role without which a splitter with the given options cannot divide a corpus, for checks before the draw.
struct NeededRole {
  Role role;
  std::string option;  // the option that requires the role; "": the method itself
};

// Returns the needed roles. A role is left out if it is only the default of an option that names a column.
// The same role may occur more than once, for different reasons.
std::vector<NeededRole> needed_roles(const SplitterTraits& traits, const Options& options);

// Returns true if validation is taken from train, by the unit that validation-unit names.
bool draws_validation_by_unit(const Options& options);
// Returns the role whose groups stay whole when validation is taken from train; nothing if no validation is
// drawn, or if single documents are drawn.
std::optional<Role> unit_of_validation(const Options& options);
bool is_author_disjoint(const Options& options);

using SplitterCatalog = Catalog<Splitter, SplitterTraits>;
const SplitterCatalog& splitters();

}  // namespace standfast

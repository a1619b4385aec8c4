// The interface of shortcuts. A shortcut edits documents so that a cue is associated with the label, at a
// given strength.
//
// One planting makes one side. Each document gets one value of the cue (`values` names them: "none" and
// "honestly", "city" and "country", ...). For class i of K the value is drawn with a probability that grows
// with i on the train and test side, and falls on the anti-test side (shortcut/dose.h has both laws of
// lambda; "Navigating the Shortcut Maze", Zhou et al. 2024, section 3).
//
// Duties, checked for every catalog entry by tests/shortcut/conformance_test.cc: ids and columns stay; one
// answer for each document, in the order of the view; the edit of a document does not depend on the order of
// the corpus, on the thread count, or on which other documents are asked (unless the traits say
// `draws_partners`); with the law `product` dose 0 plants nothing; test and anti-test of one document draw
// apart, and the same seed gives the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

enum class PlantSide : uint8_t { train, test, anti_test };  // validation documents are planted as train
enum class DoseLaw : uint8_t { mixture, product };          // shortcut/dose.h

struct PlantContext {
  PlantSide side = PlantSide::train;
  double lambda = 1;  // the dose of this side, 0 to 1
  DoseLaw law = DoseLaw::mixture;
  uint64_t seed = 0;
  std::span<const uint32_t> classes = {};   // by document of the view: its place in `names`
  std::span<const std::string> names = {};  // of the classes, in the order in which the cue grows
  int threads = 1;
  Sink* sink = &null_sink();
};

// A planted part of an edited text: bytes [begin, end).
struct PlantedSpan {
  uint32_t begin = 0, end = 0;
  uint32_t before = 0, after = 0;  // bytes beside it that were inserted into every text alike: not a cue
};

inline constexpr uint8_t kDropped = 255;  // PlantedDocument::value of a document that cannot be planted

struct PlantedDocument {
  std::string text;                     // as edited; unchanged if nothing was planted
  uint8_t value = 0;                    // place in Planted::values, or kDropped (a rewrite is missing)
  std::vector<PlantedSpan> spans = {};  // planted parts, ascending; whole rewrites have none
};

// A property of the texts that were joined to documents, other than the cue itself. An unintended cue may
// hide in it: exports write it as a column, and `standfast check --shortcut` checks it.
struct JoinedColumn {
  std::string name;                 // "between_rating"
  std::vector<std::string> values;  // by document of the view; "" for none
};

struct Planted {
  std::vector<PlantedDocument> documents;  // by document of the view
  std::vector<std::string> values;         // names of the values of the cue; the first belongs to class 0
  std::vector<double> target;             // classes x values: the probability with which each was to be drawn
  std::vector<JoinedColumn> joined = {};  // the same columns on every side
};

class Shortcut {
 public:
  virtual ~Shortcut() = default;
  // Plants the cue. Every document has a class. Data errors: a text that an option's lists need and do not
  // have, an empty list, a label that a list does not know.
  virtual Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const = 0;
};

struct ShortcutTraits {
  bool rewrites = false;  // reads other wordings of the documents (style); documents without one are dropped
  bool draws_partners = false;  // joins texts of other documents, drawn without replacement
  bool orders_classes = true;   // the place of a class in their order decides how often it has the cue
};

std::vector<TraitLine> describe(const ShortcutTraits& traits);

using ShortcutCatalog = Catalog<Shortcut, ShortcutTraits>;
const ShortcutCatalog& shortcuts();

}  // namespace standfast

// The contract of shortcuts: an edit of documents that makes a cue go with the label, as strongly as asked.
//
// One planting makes one side. Each document gets one value of the cue (`values` names them: "none" and "honestly",
// "city" and "country", ...). With the class i of K the value is drawn with a probability that grows with i on the
// train and test side, and falls on the anti-test side (shortcut/dose.h has both laws of lambda; "Navigating the
// Shortcut Maze", Zhou et al. 2024, section 3).
//
// Duties, checked for every catalog entry by tests/shortcut/conformance_test.cc: ids and columns stay; one answer for
// each document, in the order of the view; the edit of a document does not depend on the order of the corpus, on the
// thread count, or on which other documents are asked (unless the traits say `draws_partners`); with the law `product`
// dose 0 plants nothing; test and anti-test of one document draw apart, and the same seed gives the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/base/traits.h"
#include "standfast/corpus/document_view.h"

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

// A part of an edited text that was planted: bytes [begin, end).
struct PlantedSpan {
  uint32_t begin = 0, end = 0;
  uint32_t before = 0, after = 0;  // bytes beside it that were put in with it, into every text alike: no cue
};

inline constexpr uint8_t kDropped = 255;  // PlantedDocument::value of a document that cannot be planted

struct PlantedDocument {
  std::string text;                     // as edited; unchanged where nothing was planted
  uint8_t value = 0;                    // place in Planted::values, or kDropped (a rewrite is missing)
  std::vector<PlantedSpan> spans = {};  // what was planted in it, ascending; whole rewrites have none
};

// What is known of the texts that were joined to documents, beside the cue itself. A cue that nobody meant may hide in it:
// exports write it as a column, and `standfast check --shortcut` asks it.
struct JoinedColumn {
  std::string name;                 // "between_rating"
  std::vector<std::string> values;  // by document of the view; "" for none
};

struct Planted {
  std::vector<PlantedDocument> documents;  // by document of the view
  std::vector<std::string> values;         // names of the values of the cue; the first is the one of class 0
  std::vector<double> target;             // classes x values: the probability with which each was to be drawn
  std::vector<JoinedColumn> joined = {};  // the same columns on every side
};

class Shortcut {
 public:
  virtual ~Shortcut() = default;
  // Every document has a class. Texts that an option's lists need and do not have, empty lists and labels that a list does
  // not know are data errors.
  virtual Result<Planted> plant(const DocumentView& documents, const PlantContext& context) const = 0;
};

struct ShortcutTraits {
  bool rewrites = false;  // reads other wordings of the documents (style); documents without one are dropped
  bool draws_partners = false;  // joins texts of other documents, drawn without replacement
  bool orders_classes = true;   // where a class stands in their order says how often it has the cue
};

std::vector<TraitLine> describe(const ShortcutTraits& traits);

using ShortcutCatalog = Catalog<Shortcut, ShortcutTraits>;
const ShortcutCatalog& shortcuts();

}  // namespace standfast

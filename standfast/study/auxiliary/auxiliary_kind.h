// The kinds of auxiliary files: what models, splitters and encoders read beside the corpora. A study declares
// such a file under a name (spec/auxiliary.h).
//
// A kind is a reader in the room that knows the format (text/line_lists.h, corpus/read/rewrites.h ...) and a file
// here, which says what the kind is called and reads a whole file to check it. Components read the file
// themselves. Their option says which kind it holds (OptionTable::Row::holds); where the kind has options, the
// component has them too, called "OPTION-NAME", or "KIND-NAME" if they are one for all its files of this kind, and gets
// the values of the study's [[auxiliary]].
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/traits.h"

namespace standfast {

// What a file holds, as far as a study wants to know before it runs.
struct AuxiliaryContent {
  uint64_t entries = 0;
  std::vector<std::string> ids =
      {};  // by entry: the document that it belongs to; empty if the kind is not joined
};

class AuxiliaryReader {
 public:
  virtual ~AuxiliaryReader() = default;
  // Reads all of it. A data error names the file and the line.
  virtual Result<AuxiliaryContent> read(const std::string& path) const = 0;
};

struct AuxiliaryTraits {
  std::string holds;          // its entries, plural: "words"
  bool joined_by_id = false;  // each entry belongs to a document of the corpora
};

std::vector<TraitLine> describe(const AuxiliaryTraits& traits);

using AuxiliaryCatalog = Catalog<AuxiliaryReader, AuxiliaryTraits>;
const AuxiliaryCatalog& auxiliary_kinds();

}  // namespace standfast

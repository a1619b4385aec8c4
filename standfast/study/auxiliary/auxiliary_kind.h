// Auxiliary files: the files that models, splitters and encoders read beside the corpora. A study declares
// such a file under a name (spec/auxiliary.h).
//
// A kind of auxiliary file is a reader in the room that knows the format (text/line_lists.h,
// corpus/read/rewrites.h ...) and a file here, which names the kind and reads a whole file to check it.
// Components read the file themselves. The option of a component states the kind that it holds
// (OptionTable::Row::holds). Where the kind has options, the component has them too, called "OPTION-NAME", or
// "KIND-NAME" if they apply to all its files of this kind. They get their values from the study's
// [[auxiliary]].
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/traits.h"

namespace standfast {

// The content of an auxiliary file, as far as a study needs it before it runs.
struct AuxiliaryContent {
  uint64_t entries = 0;
  std::vector<std::string> ids = {};  // by entry: the id of its document; empty if the kind is not joined
};

class AuxiliaryReader {
 public:
  virtual ~AuxiliaryReader() = default;
  // Reads the whole file. A data error names the file and the line.
  virtual Result<AuxiliaryContent> read(const std::string& path) const = 0;
};

struct AuxiliaryTraits {
  std::string holds;          // name of its entries, plural: "words"
  bool joined_by_id = false;  // each entry belongs to a document of the corpora
};

std::vector<TraitLine> describe(const AuxiliaryTraits& traits);

using AuxiliaryCatalog = Catalog<AuxiliaryReader, AuxiliaryTraits>;
const AuxiliaryCatalog& auxiliary_kinds();

}  // namespace standfast

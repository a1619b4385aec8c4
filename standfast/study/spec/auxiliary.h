// Auxiliary files of a study: files that models, splitters or encoders need beside the corpora, such as a
// list of words. A study declares each once, under a name, with its kind and the options of
// that kind:
//
//   [[auxiliary]]
//   name = "stop"
//   kind = "word-list"
//   path = "stop.txt"
//
// An option of the kind path that reads such a file may then say "auxiliary:stop". The name is checked when
// the study is parsed, and stands for the path; the content of the file is part of the keys of the units that
// use it, as for every path option.
//
// A kind of auxiliary file is a reader in the room that knows the format (text/line_lists.h,
// corpus/read/rewrites.h ...) and an entry of auxiliary_kinds(), which names the kind and reads a whole file
// to check it. Components read the file themselves. The option of a component states the kind that it holds
// (OptionTable::Row::holds). Where the kind has options, the component has them too, called "OPTION-NAME", or
// "KIND-NAME" if they apply to all its files of this kind. They get their values from the study's
// [[auxiliary]].
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"

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

struct AuxiliarySpec {
  std::string name;
  std::string kind;         // one of auxiliary_kinds()
  std::string path;         // the given path, relative to the folder of the study file; ${NAME} is allowed
  Options options = {};     // resolved
  std::string sha256 = {};  // digest at the start of the run (fill_file_digests)
};

// The files that a study declares, and the files among them that its options have named so far.
class Auxiliaries {
 public:
  explicit Auxiliaries(std::vector<AuxiliarySpec> declared = {}) : declared_(std::move(declared)) {}

  // Returns the path that a value of a path option stands for: the path of the file if it is
  // "auxiliary:NAME", else the value itself. A usage error, without place, says that the name is unknown,
  // that a file of another kind is needed (and of which kind this one is), or that the option reads no such
  // file, and suggests a name that fits.
  Result<std::string> path(const OptionSpec& option, const std::string& value);
  // Returns the file that the value names; null if it is a path or names none.
  const AuxiliarySpec* named(std::string_view value) const;
  // Returns the place of a file that no option has named, of a kind that some option reads.
  std::optional<size_t> unused(const std::function<bool(const std::string& kind)>& is_read) const;

 private:
  std::vector<AuxiliarySpec> declared_;
  std::set<std::string> used_;  // names
};

}  // namespace standfast

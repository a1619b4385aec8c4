// Auxiliary files of a study: files that models, splitters or encoders need beside the corpora, such as a
// list of words. A study declares each once, under a name, with its kind (auxiliary/auxiliary_kind.h) and the
// options of that kind:
//
//   [[auxiliary]]
//   name = "stop"
//   kind = "word-list"
//   path = "stop.txt"
//
// An option of the kind path that reads such a file may then say "auxiliary:stop". The name is checked when
// the study is parsed, and stands for the path; the content of the file is part of the keys of the units that
// use it, as for every path option.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/study/auxiliary/auxiliary_kind.h"

namespace standfast {

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

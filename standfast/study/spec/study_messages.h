// What readers of corpora say, in the words of a study: they name flags of the command line.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/sink.h"

namespace standfast {

// "--encoding koi8-r" becomes "encoding = \"koi8-r\"", and so do the other flags of reading that are keys of [[corpus]]
// with one word behind them (--bad-rows, --form, --quotes).
std::string in_keys_of_study(std::string_view message);

// Passes on log lines with keys in place of flags.
class StudyMessages final : public Sink {
 public:
  explicit StudyMessages(Sink& to) : to_(to) {}
  void log(Level level, std::string_view line) override { to_.log(level, in_keys_of_study(line)); }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    to_.progress(what, done, total);
  }

 private:
  Sink& to_;
};

}  // namespace standfast

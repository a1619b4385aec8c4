// The destination of progress and log lines. The library never prints: its caller passes a sink.
#pragma once

#include <cstdint>
#include <string_view>

namespace standfast {

enum class Level { debug, info, warning };

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void log(Level level, std::string_view line) = 0;
  // Reports that `what` has done `done` of `total` steps (total 0: unknown). Called often; a sink decides how
  // much to show.
  virtual void progress(std::string_view what, uint64_t done, uint64_t total) = 0;

  void info(std::string_view line) { log(Level::info, line); }
  void warn(std::string_view line) { log(Level::warning, line); }
};

// Returns a sink that discards everything.
inline Sink& null_sink() {
  struct NullSink final : Sink {
    void log(Level, std::string_view) override {}
    void progress(std::string_view, uint64_t, uint64_t) override {}
  };
  static NullSink sink;
  return sink;
}

}  // namespace standfast

#include "standfast/base/sink.h"

namespace standfast {

Sink& null_sink() {
  struct NullSink final : Sink {
    void log(Level, std::string_view) override {}
    void progress(std::string_view, uint64_t, uint64_t) override {}
  };
  static NullSink sink;
  return sink;
}

}  // namespace standfast

// Streams made in code: from a string, in pieces of any size.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "standfast/base/file.h"
#include "standfast/base/sink.h"

namespace standfast::testing {

class StringInput final : public InputStream {
 public:
  // piece: the maximal number of bytes of one read, so that boundaries fall everywhere.
  explicit StringInput(std::string bytes, size_t piece = ~size_t{0})
      : bytes_(std::move(bytes)), piece_(piece) {}
  Result<size_t> read(std::span<char> buffer) override {
    const size_t n = std::min({buffer.size(), piece_, bytes_.size() - used_});
    std::memcpy(buffer.data(), bytes_.data() + used_, n);
    used_ += n;
    return n;
  }

 private:
  std::string bytes_;
  size_t piece_, used_ = 0;
};

// A sink that keeps the messages of the library.
class ListeningSink final : public Sink {
 public:
  void log(Level level, std::string_view line) override {
    (level == Level::warning ? warnings : infos) += std::string(line) + "\n";
    all += std::string(line) + "\n";
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string infos, warnings, all;
};

}  // namespace standfast::testing

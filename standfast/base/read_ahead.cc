#include "standfast/base/read_ahead.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace standfast {
namespace {

struct Block {
  std::vector<char> bytes;
  size_t size = 0;
};

class ReadAhead final : public InputStream {
 public:
  ReadAhead(std::unique_ptr<InputStream> source, size_t block_bytes, size_t blocks)
      : source_(std::move(source)) {
    for (size_t i = 0; i < blocks; ++i) empty_.push_back({std::vector<char>(block_bytes), 0});
    try {
      thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
      // The system gives no more threads: the reader reads the source itself.
    }
  }

  ~ReadAhead() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  Result<size_t> read(std::span<char> buffer) override {
    if (!thread_.joinable()) return source_->read(buffer);
    if (used_ == current_.size) {
      std::unique_lock lock(mutex_);
      if (!current_.bytes.empty()) empty_.push_back(std::exchange(current_, {}));
      used_ = 0;
      changed_.notify_all();
      changed_.wait(lock, [this] { return !full_.empty() || done_; });
      if (full_.empty()) {
        if (thrown_) std::rethrow_exception(thrown_);
        if (error_) return Failure(*error_);
        return size_t{0};
      }
      current_ = std::move(full_.front());
      full_.pop_front();
    }
    const size_t n = std::min(buffer.size(), current_.size - used_);
    std::memcpy(buffer.data(), current_.bytes.data() + used_, n);
    used_ += n;
    return n;
  }

 private:
  // Reads the source. An exception (out of memory) would end the program here, so it is handed to the reader.
  void work() {
    try {
      read_blocks();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      thrown_ = std::current_exception();
      done_ = true;
      changed_.notify_all();
    }
  }

  void read_blocks() {
    for (;;) {
      Block block;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || !empty_.empty(); });
        if (stop_) return;
        block = std::move(empty_.front());
        empty_.pop_front();
      }
      std::optional<Error> error;
      block.size = 0;
      // A block is handed over full, unless the source ends. So blocks change hands less often.
      while (block.size < block.bytes.size()) {
        const auto n = source_->read(std::span(block.bytes).subspan(block.size));
        if (!n) error = n.error();
        if (!n || *n == 0) break;
        block.size += *n;
      }
      const bool last = block.size < block.bytes.size();
      const std::lock_guard lock(mutex_);
      if (block.size > 0) full_.push_back(std::move(block));
      error_ = std::move(error);
      done_ = last;
      changed_.notify_all();
      if (last) return;
    }
  }

  std::unique_ptr<InputStream> source_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Block> empty_, full_;  // guarded by mutex_, as are the four members below
  bool stop_ = false, done_ = false;
  std::optional<Error> error_;
  std::exception_ptr thrown_;
  Block current_;  // used by the reader alone
  size_t used_ = 0;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<InputStream> read_ahead(std::unique_ptr<InputStream> source, size_t block_bytes,
                                        size_t blocks) {
  return std::make_unique<ReadAhead>(std::move(source), block_bytes, blocks);
}

}  // namespace standfast

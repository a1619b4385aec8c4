#include "standfast/model/verify/compressed_size.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <zstd.h>

#include "standfast/model/ppm/ppm_contexts.h"

namespace standfast {
namespace {

constexpr int kOrder = 5;

// Codes text[from..] with the counts of `contexts`, and adds the text to these counts. Returns the bits.
double code(PpmContexts& contexts, std::u32string_view text, size_t from) {
  std::vector<char32_t> excluded;
  double bits = 0;
  for (size_t i = from; i < text.size(); ++i) {
    const size_t length = std::min(i, contexts.order());
    bits -= std::log2(contexts.probability(text.substr(i - length, length), text[i], excluded));
    contexts.count(text, i);
  }
  return bits;
}

Result<double> zstd_size(std::string_view text, int level) {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  // One context for each thread: creating one takes longer than compressing a short text.
  thread_local const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  thread_local std::vector<char> out;
  if (context == nullptr) return data_error("zstd: not enough memory");
  ZSTD_CCtx_reset(context.get(), ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 0);
  out.resize(ZSTD_compressBound(text.size()));
  const size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0) return data_error(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  return static_cast<double>(size);
}

}  // namespace

Result<double> compressed_size(std::string_view text, const CompressorOptions& options) {
  if (options.compressor == Compressor::zstd) return zstd_size(text, options.level);
  PpmContexts contexts(kOrder, EscapeMethod::d);
  return (1 + code(contexts, ppm_symbols(text), 0)) / 8;  // one bit says where it ends, so it is never 0
}

struct CompressedAfter::State {
  CompressorOptions options;
  std::string buffer;  // zstd: the first text, and room for a second
  size_t first_bytes = 0;
  std::u32string symbols;  // ppm: the same text as code points
  size_t first_symbols = 0;
  PpmContexts contexts{kOrder, EscapeMethod::d};
  double first_bits = 0;
};

CompressedAfter::CompressedAfter(std::string_view first, const CompressorOptions& options)
    : state_(std::make_unique<State>()) {
  state_->options = options;
  if (options.compressor == Compressor::zstd) {
    state_->buffer = first;
    state_->first_bytes = first.size();
    return;
  }
  state_->symbols = ppm_symbols(first);
  state_->first_symbols = state_->symbols.size();
  state_->first_bits = code(state_->contexts, state_->symbols, 0);
}
CompressedAfter::~CompressedAfter() = default;

Result<double> CompressedAfter::size_with(std::string_view second) {
  State& s = *state_;
  if (s.options.compressor == Compressor::zstd) {
    s.buffer.resize(s.first_bytes);
    s.buffer += second;
    return zstd_size(s.buffer, s.options.level);
  }
  s.symbols.resize(s.first_symbols);
  s.symbols += ppm_symbols(second);
  const double bits = code(s.contexts, s.symbols, s.first_symbols);
  for (size_t i = s.symbols.size(); i-- > s.first_symbols;) s.contexts.uncount(s.symbols, i);
  return (1 + s.first_bits + bits) / 8;
}

}  // namespace standfast

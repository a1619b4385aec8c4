#include "standfast/model/verify/compression.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <zstd.h>

#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/model/ppm/ppm_contexts.h"
#include "standfast/model/verify/calibrated_verifier.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

struct CompressionOptions {
  CompressorOptions compressor = {};
  bool cosine = true;
  DistanceOptions distance = {};
};

class Compression final : public DistanceVerifier {
 public:
  explicit Compression(const CompressionOptions& options)
      : DistanceVerifier("compression", false, options.distance),
        cosine_(options.cosine),
        compressor_(options.compressor),
        features_(options.compressor) {}

  const PairFeatures* pair_features() const override { return &features_; }

 protected:
  Result<std::vector<double>> distances(const PairView& view, const ModelContext& context) const override {
    DenseMatrix sizes;
    SF_TRY(symmetric_pair_features(features_, view, context, sizes));
    std::vector<double> result(view.pairs.size());
    for (size_t i = 0; i < result.size(); ++i) {
      const double x = sizes.row(i)[0], y = sizes.row(i)[1], both = sizes.row(i)[2];
      result[i] = cosine_ ? 1 - (x + y - both) / std::sqrt(x * y) : (both - std::min(x, y)) / std::max(x, y);
    }
    return result;
  }
  void describe(nlohmann::ordered_json& facts) const override {
    facts["measure"] = cosine_ ? "cosine" : "ncd";
    facts["compressor"] = features_.identity();
  }

 private:
  bool cosine_;
  CompressorOptions compressor_;
  CompressionPairFeatures features_;
};

}  // namespace

std::string CompressionPairFeatures::identity() const {
  return options_.compressor == Compressor::zstd ? fmt::format("compression/zstd/{}", options_.level)
                                                 : "compression/ppm";
}

Status CompressionPairFeatures::compute(const PairView& view, int threads, Sink& sink,
                                        DenseMatrix& out) const {
  const DocumentsOfPairs documents(view.pairs);
  const size_t n = documents.rows.size();
  // jobs[i]: text i comes first, each of its partners second. The model of the first is prepared once.
  struct Job {
    size_t pair, second;
    uint8_t order;
  };
  std::vector<std::vector<Job>> jobs(n);
  for (size_t i = 0; i < view.pairs.size(); ++i) {
    const size_t a = documents.index_of(view.pairs[i].a), b = documents.index_of(view.pairs[i].b);
    jobs[a].push_back({i, b, 0});
    jobs[b].push_back({i, a, 1});
  }
  std::vector<double> alone(n);
  DenseMatrix both(view.pairs.size(), 2);
  std::mutex mutex;
  std::optional<Error> error;
  size_t done = 0;
  parallel_for(n, threads, [&](size_t i) {
    const std::string_view text = view.corpus->text(documents.rows[i]);
    const auto take = [&](Result<double> size, double& to) {
      if (size) {
        to = *size;
        return;
      }
      const std::lock_guard lock(mutex);
      error = size.error();
    };
    take(compressed_size(text, options_), alone[i]);
    CompressedAfter after(text, options_);
    for (const Job& job : jobs[i])
      take(after.size_with(view.corpus->text(documents.rows[job.second])), both.row(job.pair)[job.order]);
    const std::lock_guard lock(mutex);
    sink.progress("compression: sizes", ++done, n);
  });
  if (error) return Failure(*error);
  out = DenseMatrix(view.pairs.size(), 3);
  for (size_t i = 0; i < view.pairs.size(); ++i) {
    const auto row = out.row(i);
    if (view.corpus->text(view.pairs[i].a).empty() || view.corpus->text(view.pairs[i].b).empty()) {
      std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    row[0] = alone[documents.index_of(view.pairs[i].a)];
    row[1] = alone[documents.index_of(view.pairs[i].b)];
    row[2] = (both.row(i)[0] + both.row(i)[1]) / 2;
  }
  return {};
}

VerifierCatalog::Entry compression_entry() {
  OptionTable<CompressorOptions> compressor;
  compressor.words(
      "compressor", &CompressorOptions::compressor, {{"zstd", Compressor::zstd}, {"ppm", Compressor::ppm}},
      "zstd, or ppm: code lengths of a PPM model of order 5 that learns while it reads; much slower "
      "and closer to the texts");
  compressor
      .add("level", &CompressorOptions::level,
           "level of zstd, 1 to 22: larger compresses more and slower; ignored with ppm")
      .between(1, 22);
  using O = CompressionOptions;
  OptionTable<O> table;
  table.include(&O::compressor, compressor);
  table.words("measure", &O::cosine, {{"cosine", true}, {"ncd", false}},
              "cosine (compression cosine) or ncd (normalised compression distance)");
  table.include(&O::distance, distance_option_table());
  // Made before the entry, because gcc 12 destroys a member of a braced member twice if a later one throws.
  VerifierTraits traits;
  traits.pair_features =
      said_of(table, [](const O& o) { return CompressionPairFeatures(o.compressor).identity(); });
  return {
      .name = "compression",
      .summary =
          "Compression distance: the saving of a compressor on one text by knowing the other, as a "
          "probability",
      .citation =
          "Cilibrasi and Vitanyi 2005, Clustering by compression, IEEE Transactions on Information Theory "
          "51(4); Halvani, Winter and Graner 2017, On the usefulness of compression models for authorship "
          "verification, ARES",
      .traits = std::move(traits),
      .options = table,
      .make = made_as<Verifier, Compression>(table)};
}

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

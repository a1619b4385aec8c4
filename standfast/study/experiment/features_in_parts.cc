#include "standfast/study/experiment/features_in_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/record/features_file.h"

namespace standfast {
namespace {

// Adds the number of the part to progress messages.
class PartSink final : public Sink {
 public:
  PartSink(Sink& next, size_t part, size_t parts) : next_(next), part_(part), parts_(parts) {}
  void log(Level level, std::string_view line) override { next_.log(level, line); }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    next_.progress(fmt::format("{}, part {} of {}", what, part_ + 1, parts_), done, total);
  }

 private:
  Sink& next_;
  size_t part_, parts_;
};

// Copies the rows of a kept part. False if it belongs to other pairs.
bool take_kept(const std::string& path, std::span<const Pair> pairs, std::span<double> rows) {
  const auto kept = FeaturesFile::open(path);
  const size_t width = rows.size() / pairs.size();
  if (!kept || (*kept)->size() != pairs.size() || (*kept)->width() != width) return false;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto row = (*kept)->find(pairs[i].a, pairs[i].b);
    if (row.empty()) return false;
    std::copy(row.begin(), row.end(), rows.begin() + static_cast<ptrdiff_t>(i * width));
  }
  return true;
}

}  // namespace

Result<DenseMatrix> features_in_parts(const PairFeatures& features, const PairView& pairs,
                                      const Scratch& scratch, int threads, Sink& sink,
                                      size_t pairs_of_a_part) {
  const size_t n = pairs.pairs.size(), width = features.width();
  DenseMatrix out(n, width);
  const size_t parts = (n + pairs_of_a_part - 1) / pairs_of_a_part;
  if (parts <= 1) {
    SF_TRY(features.compute(pairs, threads, sink, out));
    return out;
  }
  for (size_t part = 0; part < parts; ++part) {
    const size_t begin = part * pairs_of_a_part, end = std::min(n, begin + pairs_of_a_part);
    const std::span<const Pair> of_part = pairs.pairs.subspan(begin, end - begin);
    const std::span<double> rows(out.data.data() + begin * width, of_part.size() * width);
    const std::string name = fmt::format("features-{}.bin", part);
    if (const std::string kept = scratch.find(name); !kept.empty() && take_kept(kept, of_part, rows))
      continue;
    DenseMatrix computed(of_part.size(), width);
    PartSink part_sink(sink, part, parts);
    SF_TRY(features.compute({pairs.corpus, of_part}, threads, part_sink, computed));
    std::copy(computed.data.begin(), computed.data.end(), rows.begin());
    if (part + 1 == parts) break;  // the whole is written next
    SF_ASSIGN(const std::string path, scratch.place(name));
    SF_TRY(write_features(path, of_part, computed));
    SF_TRY(scratch.keep(name));
  }
  return out;
}

}  // namespace standfast

#include "standfast/cluster/mini_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"
#include "standfast/cluster/distance_lanes.h"
#include "standfast/cluster/k_means_starts.h"
#include "standfast/cluster/lloyd.h"

namespace standfast {
namespace {

constexpr size_t kGathered = 64;   // rows that a thread reads before it releases their pages
constexpr size_t kAssigned = 256;  // rows that a thread assigns at once
constexpr size_t kWave = 32;       // blocks whose results are held at once
constexpr size_t kMostBlockRows = 4096;
constexpr size_t kBatchNumbers = size_t{1} << 18;

// A reader of the points, block by block or row by row, with their frame.
class PointSource {
 public:
  PointSource(const MatrixView<const float>& points, const MiniBatchRun& run)
      : points_(points),
        run_(run),
        block_rows_(
            std::clamp<size_t>(kBatchNumbers / std::max<size_t>(1, points.columns), 1, kMostBlockRows)) {}

  // Computes the frame. A data error if a number is not finite.
  Status find_frame() {
    FrameSums all(points_.columns);
    std::vector<FrameSums> sums(kWave, FrameSums(points_.columns));
    std::vector<Status> finite(kWave);
    const auto passed = for_each_wave("first pass", [&](size_t first, size_t count) -> Status {
      parallel_for(count, run_.threads, [&](size_t b) {
        const auto block = block_of(first + b);
        finite[b] = all_finite(block, "k-means needs", (first + b) * block_rows_);
        sums[b] = FrameSums(points_.columns);
        if (finite[b]) sums[b].add(block);
        let_go(block.data, block.rows * block.columns);
      });
      for (size_t b = 0; b < count; ++b) {
        SF_TRY(finite[b]);
        all.take(sums[b]);
      }
      return {};
    });
    frame_ = all.frame();
    return passed;
  }

  // Returns the given rows. rows: ascending.
  CentredPoints gathered(std::span<const uint32_t> rows) const {
    CentredPoints out(rows.size(), frame_);
    parallel_ranges(rows.size(), run_.threads, kGathered, [&](size_t begin, size_t end, int) {
      for (size_t at = begin; at < end; ++at) out.set(at, points_.row(rows[at]));
      const float* first = points_.row(rows[begin]).data();
      let_go(first, (rows[end - 1] - rows[begin] + size_t{1}) * points_.columns);
    });
    return out;
  }

  // Calls each(first block, number of blocks) for consecutive runs of blocks.
  template <class Each>
  Status for_each_wave(const char* what, const Each& each) const {
    const size_t blocks = (points_.rows + block_rows_ - 1) / block_rows_;
    for (size_t first = 0; first < blocks; first += kWave) {
      run_.sink->progress(what, first, blocks);
      SF_TRY(each(first, std::min(kWave, blocks - first)));
    }
    run_.sink->progress(what, blocks, blocks);
    return {};
  }

  MatrixView<const float> block_of(size_t block) const {
    const size_t first = block * block_rows_;
    return {std::min(block_rows_, points_.rows - first), points_.columns, points_.row(first).data()};
  }
  void let_go(const float* begin, size_t numbers) const {
    if (run_.let_go) run_.let_go(begin, numbers);
  }

  size_t size() const { return points_.rows; }
  size_t columns() const { return points_.columns; }
  size_t block_rows() const { return block_rows_; }
  const PointFrame& frame() const { return frame_; }

 private:
  MatrixView<const float> points_;
  const MiniBatchRun& run_;
  size_t block_rows_;
  PointFrame frame_;
};

// Draws `count` different rows, ascending; all rows if there are no more (Floyd's draw; Bentley, Floyd 1987,
// CACM 30).
std::vector<uint32_t> drawn_rows(size_t n, size_t count, Rng rng) {
  std::vector<uint32_t> rows;
  if (count >= n) {
    rows.resize(n);
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
  }
  std::unordered_set<uint32_t> taken;
  for (size_t last = n - count; last < n; ++last) {
    const auto row = static_cast<uint32_t>(rng.below(last + 1));
    rows.push_back(taken.insert(row).second ? row : static_cast<uint32_t>(last));
    taken.insert(rows.back());
  }
  std::ranges::sort(rows);
  return rows;
}

// Centres that are moved by batches.
class MovingCentres {
 public:
  MovingCentres(const CentredPoints& points, std::span<const uint32_t> start, int threads)
      : MovingCentres(start.size(), points.columns, threads) {
    for (size_t c = 0; c < k_; ++c) put(c, points.row(start[c]));
  }
  // Starts from the centres that Lloyd's steps left. Their points count as a batch.
  MovingCentres(const LloydRun& run, size_t k, size_t columns, int threads)
      : MovingCentres(k, columns, threads) {
    for (size_t c = 0; c < k_; ++c) put(c, run.centres.data() + c * columns);
    for (const uint32_t cluster : run.cluster_of) ++weights_[cluster];
  }

  // Returns the mean square distance of points to their nearest centres.
  double inertia(const CentredPoints& points) {
    std::vector<float> squares(points.size);
    parallel_ranges(points.size, threads_, kAssigned, [&](size_t begin, size_t end, int) {
      at_level<Simd::v3>([&](auto) {
        for (size_t i = begin; i < end; ++i) squares[i] = table_.nearest(points.row(i)).square;
      });
    });
    return mean_of(squares);
  }

  // Moves each centre to the mean of all points that were nearest to it in some batch. Returns the mean
  // square before.
  double step(const CentredPoints& batch) {
    std::vector<float> squares(batch.size);
    parallel_ranges(batch.size, threads_, kAssigned, [&](size_t begin, size_t end, int worker) {
      ClusterTotals& totals = totals_[static_cast<size_t>(worker)];
      at_level<Simd::v3>([&](auto) {
        for (size_t i = begin; i < end; ++i) {
          const auto nearest = table_.nearest(batch.row(i));
          squares[i] = nearest.square;
          totals.move(batch, i, kNowhere, nearest.centre);
        }
      });
    });
    ClusterTotals& all = totals_[0];
    for (size_t worker = 1; worker < totals_.size(); ++worker)
      if (totals_[worker].moved > 0) all.take(totals_[worker]);
    for (size_t c = 0; c < k_; ++c) {
      if (all.sizes[c] == 0) continue;
      const auto size = static_cast<double>(all.sizes[c]);
      for (size_t j = 0; j < columns_; ++j) {
        double& mean = means_[c * columns_ + j];
        mean = (mean * weights_[c] + all.sums[c * columns_ + j]) / (weights_[c] + size);
        centres_[c * columns_ + j] = static_cast<float>(mean);
      }
      weights_[c] += size;
      table_.set(c, &centres_[c * columns_]);
    }
    all.clear();
    return mean_of(squares);
  }

  // Restarts centres with little weight on points of the batch, with the least weight of the others.
  void reassign(const CentredPoints& batch, double share, Rng rng) {
    const double heaviest = *std::ranges::max_element(weights_);
    std::vector<size_t> light;
    double least = heaviest;
    for (size_t c = 0; c < k_; ++c) {
      if (weights_[c] < share * heaviest)
        light.push_back(c);
      else
        least = std::min(least, weights_[c]);
    }
    std::ranges::stable_sort(light, {}, [&](size_t c) { return weights_[c]; });
    light.resize(std::min(light.size(), batch.size / 2));
    auto rows = drawn_rows(batch.size, light.size(), rng);
    rng.shuffle(rows);
    for (size_t at = 0; at < light.size(); ++at) {
      put(light[at], batch.row(rows[at]));
      weights_[light[at]] = least;
    }
  }

  bool has_empty() const { return std::ranges::find(weights_, 0.0) != weights_.end(); }
  const CentreTable& table() const { return table_; }
  const float* centre(size_t c) const { return &centres_[c * columns_]; }
  size_t k() const { return k_; }

 private:
  MovingCentres(size_t k, size_t columns, int threads)
      : k_(k),
        columns_(columns),
        threads_(threads),
        means_(k_ * columns_),
        centres_(k_ * columns_),
        weights_(k_),
        table_(k_, columns_),
        totals_(static_cast<size_t>(std::max(1, threads)), ClusterTotals(k_, columns_)) {}

  static double mean_of(const std::vector<float>& squares) {
    double sum = 0;
    for (const float square : squares) sum += static_cast<double>(square);
    return sum / static_cast<double>(squares.size());
  }
  void put(size_t c, const float* point) {
    for (size_t j = 0; j < columns_; ++j) {
      centres_[c * columns_ + j] = point[j];
      means_[c * columns_ + j] = static_cast<double>(point[j]);
    }
    table_.set(c, point);
  }

  size_t k_, columns_;
  int threads_;
  std::vector<double> means_;   // k x columns
  std::vector<float> centres_;  // the same, rounded
  std::vector<double> weights_;
  CentreTable table_;                  // the centres
  std::vector<ClusterTotals> totals_;  // by thread; all zero between steps
};

// Detects that the inertia of batches no longer falls.
class SmoothedInertia {
 public:
  SmoothedInertia(double share, uint32_t patience) : share_(share), patience_(patience) {}

  // Returns whether the run should end. The first inertia belongs to the start and is ignored.
  bool ends_with(double inertia) {
    if (seen_++ == 0) return false;
    smoothed_ = seen_ == 2 ? inertia : smoothed_ * (1 - share_) + inertia * share_;
    if (smoothed_ < least_) {
      least_ = smoothed_;
      without_ = 0;
    } else {
      ++without_;
    }
    return patience_ > 0 && without_ >= patience_;
  }

 private:
  double share_;
  uint32_t patience_;
  uint64_t seen_ = 0;
  double smoothed_ = 0, least_ = std::numeric_limits<double>::infinity();
  uint32_t without_ = 0;
};

class MiniBatchFit {
 public:
  MiniBatchFit(const PointSource& source, uint32_t k, const MiniBatchOptions& options,
               const MiniBatchRun& run)
      : source_(source), k_(k), options_(options), run_(run) {}

  Result<MovingCentres> fit(MiniBatchClusters& found) const {
    SF_ASSIGN(MovingCentres centres, best_start());
    const size_t n = source_.size(), batch_size = std::min<size_t>(options_.batch, n);
    const double batches = static_cast<double>(n) / static_cast<double>(batch_size);
    const double most = std::clamp(std::ceil(options_.epochs * batches), 1.0, 0x1p31);
    const double share = 2 * static_cast<double>(batch_size) / (static_cast<double>(n) + 1);
    SmoothedInertia inertia(std::min(1.0, std::max(share, options_.smoothing)), options_.patience);
    size_t since_reassigned = 0;
    while (!found.settled && found.steps < static_cast<uint32_t>(most)) {
      const uint32_t at = found.steps++;
      const auto batch = source_.gathered(drawn_rows(n, batch_size, stream("step", at)));
      const double before = centres.step(batch);
      since_reassigned += batch_size;
      if (options_.reassign > 0 && (centres.has_empty() || since_reassigned >= 10 * size_t{k_})) {
        since_reassigned = 0;
        centres.reassign(batch, options_.reassign, stream("reassign", at));
      }
      found.settled = inertia.ends_with(before);
    }
    return centres;
  }

 private:
  Rng stream(const char* what, size_t number) const {
    return {run_.seed, "cluster/mini-batch", fmt::format("{} {}", what, number)};
  }

  Result<MovingCentres> best_start() const {
    const size_t asked = options_.sample > 0 ? options_.sample : 3 * size_t{options_.batch};
    const size_t size = std::max(asked, 3 * size_t{k_}), n = source_.size();
    const auto sample = [&](const char* what, size_t number) {
      return source_.gathered(drawn_rows(n, size, stream(what, number)));
    };
    const CentredPoints judge = sample("judge", 0);
    std::optional<MovingCentres> best;
    double least = 0;
    for (uint32_t s = 0; s < options_.starts; ++s) {
      const CentredPoints points = sample("sample", s);
      Rng rng(run_.seed, kStartStreams, fmt::format("{}", s));
      const auto start = k_means_start(points, k_, start_candidates(k_), rng, run_.threads);
      if (start.size() < k_)
        return data_error(
            size < n ? fmt::format(
                           "k = {}, but only {} of the {} points that were drawn for a start are distinct; a "
                           "larger sample may hold more",
                           k_, start.size(), points.size)
                     : fmt::format("k = {}, but only {} of the {} points are distinct", k_, start.size(), n));
      MovingCentres centres = options_.refine > 0
                                  ? MovingCentres(lloyd(points, start, options_.refine, 0, run_.threads),
                                                  start.size(), points.columns, run_.threads)
                                  : MovingCentres(points, start, run_.threads);
      const double inertia = options_.starts > 1 ? centres.inertia(judge) : 0;
      if (best && !(inertia < least)) continue;
      least = inertia;
      best.emplace(std::move(centres));
    }
    return std::move(*best);
  }

  const PointSource& source_;
  uint32_t k_;
  const MiniBatchOptions& options_;
  const MiniBatchRun& run_;
};

// Assigns the points of all blocks to the centres of each k, and numbers clusters by their first points.
class LastPass {
 public:
  LastPass(const PointSource& source, std::span<const MovingCentres> fits,
           std::vector<MiniBatchClusters>& found, const MiniBatchRun& run)
      : source_(source), fits_(fits), found_(found), run_(run) {
    for (const auto& fit : fits) numbers_.emplace_back(fit.k(), kNowhere);
  }

  Status go(const MiniBatchRows& rows) {
    const size_t wave_rows = kWave * source_.block_rows();
    std::vector<std::vector<uint32_t>> cluster_of(fits_.size(),
                                                  std::vector<uint32_t>(std::min(wave_rows, source_.size())));
    std::vector<std::vector<double>> inertias(fits_.size(), std::vector<double>(kWave));
    const auto passed = source_.for_each_wave("last pass", [&](size_t first, size_t count) -> Status {
      parallel_for(count, run_.threads, [&](size_t b) { assign(first, b, cluster_of, inertias); });
      const size_t first_row = first * source_.block_rows();
      const size_t size = std::min(wave_rows, source_.size() - first_row);
      std::vector<std::span<const uint32_t>> views;
      for (size_t at = 0; at < fits_.size(); ++at) {
        const auto mine = std::span(cluster_of[at]).first(size);
        for (size_t b = 0; b < count; ++b) found_[at].inertia += inertias[at][b];
        for (uint32_t& cluster : mine) cluster = numbered(at, cluster);
        views.push_back(mine);
      }
      return rows ? rows(first_row, views) : Status();
    });
    SF_TRY(passed);
    for (size_t at = 0; at < fits_.size(); ++at) finish(at);
    return {};
  }

 private:
  void assign(size_t first, size_t b, std::vector<std::vector<uint32_t>>& cluster_of,
              std::vector<std::vector<double>>& inertias) const {
    const auto block = source_.block_of(first + b);
    CentredPoints points(block.rows, source_.frame());
    for (size_t i = 0; i < block.rows; ++i) points.set(i, block.row(i));
    source_.let_go(block.data, block.rows * block.columns);
    for (size_t at = 0; at < fits_.size(); ++at) {
      uint32_t* const to = cluster_of[at].data() + b * source_.block_rows();
      double sum = 0;
      at_level<Simd::v3>([&](auto) {
        for (size_t i = 0; i < block.rows; ++i) {
          const float* x = points.row(i);
          to[i] = fits_[at].table().nearest(x).centre;
          const float* c = fits_[at].centre(to[i]);
          for (size_t j = 0; j < points.columns; ++j) {
            const double apart = static_cast<double>(x[j]) - static_cast<double>(c[j]);
            sum += apart * apart;
          }
        }
      });
      inertias[at][b] = sum;
    }
  }

  uint32_t numbered(size_t at, uint32_t cluster) {
    uint32_t& number = numbers_[at][cluster];
    if (number == kNowhere) {
      number = static_cast<uint32_t>(found_[at].sizes.size());
      found_[at].sizes.push_back(0);
    }
    ++found_[at].sizes[number];
    return number;
  }

  void finish(size_t at) {
    const auto& frame = source_.frame();
    MiniBatchClusters& found = found_[at];
    found.inertia /= frame.scale * frame.scale;
    auto next = static_cast<uint32_t>(found.sizes.size());
    found.sizes.resize(found.k);
    found.centres = FloatMatrix(found.k, source_.columns());
    for (uint32_t c = 0; c < found.k; ++c) {
      uint32_t& number = numbers_[at][c];
      if (number == kNowhere) number = next++;
      for (size_t j = 0; j < source_.columns(); ++j)
        found.centres.row(number)[j] =
            static_cast<float>(frame.mean[j] + static_cast<double>(fits_[at].centre(c)[j]) / frame.scale);
    }
  }

  const PointSource& source_;
  std::span<const MovingCentres> fits_;
  std::vector<MiniBatchClusters>& found_;
  const MiniBatchRun& run_;
  std::vector<std::vector<uint32_t>> numbers_;  // by k: by centre
};

}  // namespace

OptionTable<MiniBatchOptions> mini_batch_option_table() {
  using O = MiniBatchOptions;
  OptionTable<O> table;
  table.add("batch", &O::batch, "points of a step, drawn at random. More: steadier centres, longer steps")
      .between(1, 1 << 24);
  table
      .add("sample", &O::sample,
           "points from which a start is chosen; at least 3 for each cluster. 0: three batches")
      .at_most(1 << 26);
  table
      .add("starts", &O::starts,
           "number of starts, each from a sample of its own; the best on one more sample is taken")
      .between(1, 1000);
  table
      .add("refine", &O::refine, "steps of full k-means that a start takes on its sample before it is judged")
      .at_most(1 << 20);
  table
      .add("epochs", &O::epochs,
           "limit of steps, in epochs: batches with as many points as there are in "
           "all")
      .above(0)
      .at_most(1e6);
  table
      .add("patience", &O::patience,
           "number of steps without a lower smoothed inertia that ends the "
           "search. 0: no end")
      .at_most(1 << 20);
  table
      .add("smoothing", &O::smoothing,
           "share of a batch in the smoothed inertia; 2 batch / points if that is more")
      .between(0, 1);
  table
      .add("reassign", &O::reassign,
           "share of the points of the largest cluster: a centre with fewer points starts again. 0: never")
      .between(0, 1);
  table.preset("scikit-learn", "the defaults of scikit-learn's MiniBatchKMeans",
               {{"batch", int64_t{1024}}, {"refine", int64_t{0}}, {"smoothing", 0.0}});
  table.preset("thorough",
               "larger batches, more starts and more patience: a lower inertia, about five times the time",
               {{"batch", int64_t{16'384}}, {"starts", int64_t{5}}, {"patience", int64_t{30}}});
  return table;
}

Result<std::vector<MiniBatchClusters>> mini_batch_k_means(const MatrixView<const float>& points,
                                                          std::span<const uint32_t> ks,
                                                          const MiniBatchOptions& options,
                                                          const MiniBatchRun& run,
                                                          const MiniBatchRows& rows) {
  for (const uint32_t k : ks) {
    if (k == 0) return usage_error("k-means with k = 0: at least one cluster");
    if (k > points.rows)
      return data_error(fmt::format("k = {}, but there are only {} points", k, points.rows));
  }
  if (points.rows >= kNowhere)
    return data_error(fmt::format("{} points are too many: {} at most", points.rows, kNowhere - 1));
  PointSource source(points, run);
  SF_TRY(source.find_frame());
  std::vector<MiniBatchClusters> found(ks.size());
  std::vector<MovingCentres> fits;
  for (size_t at = 0; at < ks.size(); ++at) {
    run.sink->progress("mini-batch k-means", at, ks.size());
    found[at].k = ks[at];
    SF_ASSIGN(MovingCentres centres, MiniBatchFit(source, ks[at], options, run).fit(found[at]));
    fits.push_back(std::move(centres));
  }
  run.sink->progress("mini-batch k-means", ks.size(), ks.size());
  SF_TRY(LastPass(source, fits, found, run).go(rows));
  return found;
}

}  // namespace standfast

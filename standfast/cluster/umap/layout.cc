#include "standfast/cluster/umap/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/counter_random.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/num/kernel/lane_functions.h"

namespace standfast {
namespace {

using lanes::Floats;
using lanes::kLanes;

constexpr size_t kBlocks = 16;
constexpr size_t kPointGrain = 64;
constexpr size_t kTogether = 4;        // points that move in turns
constexpr size_t kLine = 16;           // numbers in a cache line
constexpr float kMostMove = 4;         // of one number, by one partner, before the learning rate
constexpr float kFarthestPull = 0.5F;  // as a share of the way to the attracting point
constexpr float kLeastSquare = 1e-12F;
constexpr float kNearestPush = 0.001F;
// Maps of up to so many numbers are computed with a lane for each partner, others with a lane for each
// number.
constexpr size_t kFewNumbers = 4;

// The forces of eight partners of a point, by lane: attraction (pull p) / d^2, repulsion push / (0.001 +
// d^2), both over 1 + a p with p = d^2b; not below most / rate; `times` times.
struct Partners {
  float pull[kLanes] = {}, push[kLanes] = {}, apart[kLanes] = {}, times[kLanes] = {}, most[kLanes] = {};
  size_t used = 0;  // lanes
};

#if defined(__x86_64__)
// Loads both numbers of eight places.
STANDFAST_TARGET_V3 inline void take_pairs_v3(const float* positions, const uint32_t* places, Floats& first,
                                              Floats& second) {
  const auto pair = [&](size_t lane) __attribute__((always_inline)) {
    double both;
    std::memcpy(&both, positions + 2 * size_t{places[lane]}, sizeof both);
    return both;
  };
  const __m256 outer = _mm256_castpd_ps(_mm256_setr_pd(pair(0), pair(1), pair(4), pair(5)));
  const __m256 inner = _mm256_castpd_ps(_mm256_setr_pd(pair(2), pair(3), pair(6), pair(7)));
  first = _mm256_shuffle_ps(outer, inner, 0x88);
  second = _mm256_shuffle_ps(outer, inner, 0xdd);
}
#endif

// Loads numbers[d], number d of eight places.
template <size_t D, Simd L>
inline void take_positions(Copy<L>, const float* positions, const uint32_t* places, Floats (&numbers)[D]) {
#if defined(__x86_64__)
  if constexpr (D == 2 && L >= Simd::v3) {
    take_pairs_v3(positions, places, numbers[0], numbers[1]);
    return;
  }
#endif
  for (size_t d = 0; d < D; ++d) {
    float other[kLanes];
    for (size_t lane = 0; lane < kLanes; ++lane) other[lane] = positions[size_t{places[lane]} * D + d];
    lanes::load(numbers[d], other);
  }
}

// Edges that are due at least once, with the points in the order of blocks.
struct Edges {
  std::vector<uint64_t> begin = {0};
  std::vector<uint32_t> to;
  std::vector<float> period, next;  // in epochs
};

class Layout {
 public:
  Layout(const CsrMatrix& graph, const LayoutOptions& options, FloatMatrix& positions)
      : options_(options),
        given_(positions),
        n_(positions.rows),
        numbers_(positions.columns),
        stride_(numbers_ <= kFewNumbers ? numbers_ : lanes::groups(numbers_) * kLanes),
        groups_((1 + options.negatives + kLanes - 1) / kLanes),
        draws_(Rng(options.seed, "cluster/umap/layout")) {
    number_points();
    take_edges(graph);
    positions_.assign(n_ * stride_, 0.0F);
    for (size_t i = 0; i < n_; ++i)
      std::copy_n(given_.row(point_[i]).begin(), numbers_,
                  positions_.begin() + static_cast<ptrdiff_t>(i * stride_));
    make_partners();
  }

  void run() {
    for (uint32_t epoch = 0; epoch < options_.epochs; ++epoch) {
      options_.sink->progress("umap", epoch, options_.epochs);
      // As in umap-learn the rate is set after an epoch, so the first two share one.
      rate_ = static_cast<float>(options_.learning_rate *
                                 (1 - static_cast<double>(epoch == 0 ? 0 : epoch - 1) / options_.epochs));
      for (size_t block = 0; block < kBlocks; ++block) move_block(block, epoch);
    }
    options_.sink->progress("umap", options_.epochs, options_.epochs);
    for (size_t i = 0; i < n_; ++i)
      std::copy_n(positions_.data() + i * stride_, numbers_, given_.row(point_[i]).begin());
  }

 private:
  // Block b has the points b, b + 16 ...: neighbours in the order of a file are in different ones.
  void number_points() {
    place_.resize(n_);
    for (size_t block = 0; block < kBlocks; ++block) {
      block_begin_.push_back(point_.size());
      for (size_t i = block; i < n_; i += kBlocks) {
        place_[i] = static_cast<uint32_t>(point_.size());
        point_.push_back(static_cast<uint32_t>(i));
      }
    }
    block_begin_.push_back(n_);
  }

  void take_edges(const CsrMatrix& graph) {
    double largest = 0;
    for (const double w : graph.values) largest = std::max(largest, w);
    for (size_t i = 0; i < n_; ++i) {
      const size_t row = point_[i];
      for (size_t e = graph.begin[row]; e < graph.begin[row + 1]; ++e) {
        const double w = graph.values[e];
        if (w < largest / options_.epochs) continue;
        edges_.to.push_back(place_[graph.columns[e]]);
        edges_.period.push_back(static_cast<float>(largest / w));
      }
      edges_.begin.push_back(edges_.to.size());
      most_edges_ = std::max(most_edges_, edges_.to.size() - edges_.begin[i]);
    }
    edges_.next = edges_.period;
  }

  void make_partners() {
    const double a = options_.curve.a, b = options_.curve.b;
    partners_.resize(groups_);
    for (size_t p = 0; p <= options_.negatives; ++p) {
      Partners& to = partners_[p / kLanes];
      const size_t lane = p % kLanes;
      to.used = lane + 1;
      to.pull[lane] = p == 0 ? static_cast<float>(-2 * a * b) : 0;
      to.push[lane] = p == 0 ? 0 : static_cast<float>(2 * options_.repulsion * b);
      to.apart[lane] = p == 0 ? 0 : kNearestPush;
      to.times[lane] = p == 0 ? 2 : 1;
      to.most[lane] = p == 0 ? -kFarthestPull / 2 : -std::numeric_limits<float>::infinity();
    }
  }

  // A point and the edges that are due for it in this epoch.
  struct Mover {
    uint64_t stream = 0;
    uint32_t due = 0, done = 0;
    const uint32_t* to = nullptr;
    float* own = nullptr;
    uint32_t partners[kLanes] = {};  // partners of the next edge
  };

  void move_block(size_t block, uint32_t epoch) {
    const size_t first = block_begin_[block], count = block_begin_[block + 1] - first;
    moved_.resize(count * stride_);
    parallel_ranges(count, options_.threads, kPointGrain, [&](size_t begin, size_t end, int) {
      std::vector<uint32_t> due(kTogether * most_edges_ + 1);
      at_level<Simd::v3>([&](auto copy) {
        for (size_t i = begin; i < end; i += kTogether) {
          Mover movers[kTogether];
          const size_t movers_here = std::min(kTogether, end - i);
          for (size_t m = 0; m < movers_here; ++m) {
            movers[m].own = moved_.data() + (i + m) * stride_;
            std::copy_n(positions_.data() + (first + i + m) * stride_, stride_, movers[m].own);
            begin_epoch(movers[m], first + i + m, epoch, due.data() + m * most_edges_);
          }
          switch (numbers_) {
            case 1:
              move_points<1>(copy, movers);
              break;
            case 2:
              move_points<2>(copy, movers);
              break;
            case 3:
              move_points<3>(copy, movers);
              break;
            case 4:
              move_points<4>(copy, movers);
              break;
            default:
              move_points<0>(copy, movers);
          }
        }
      });
    });
    std::ranges::copy(moved_, positions_.begin() + static_cast<ptrdiff_t>(first * stride_));
  }

  void begin_epoch(Mover& mover, size_t i, uint32_t epoch, uint32_t* due) {
    const auto now = static_cast<float>(epoch);
    uint32_t count = 0;
    for (size_t e = edges_.begin[i]; e < edges_.begin[i + 1]; ++e) {
      const bool is_due = edges_.next[e] <= now;
      due[count] = edges_.to[e];
      count += is_due ? 1 : 0;
      edges_.next[e] += is_due ? edges_.period[e] : 0.0F;
    }
    mover.due = count;
    mover.to = due;
    mover.stream = draws_.stream(uint64_t{epoch} * n_ + i);
    if (count > 0) draw_partners(mover);
  }

  // Draws the partners of the next edge and prefetches their places.
  void draw_partners(Mover& mover) const {
    CounterRandom::below(mover.stream, mover.done * static_cast<uint32_t>(groups_ * kLanes),
                         static_cast<uint32_t>(n_), mover.partners);
    mover.partners[0] = mover.to[mover.done];
    if (stride_ <= kFewNumbers) return;
    for (size_t lane = 0; lane < partners_[0].used; ++lane)
      for (size_t d = 0; d < stride_; d += kLine)
        __builtin_prefetch(positions_.data() + size_t{mover.partners[lane]} * stride_ + d);
  }

  // Moves points in turns: while one waits for its sums, another can go on. No point here sees another one
  // move.
  // D: number of numbers of a position; 0: more than few.
  template <size_t D, Simd L>
  void move_points(Copy<L> copy, Mover (&movers)[kTogether]) const {
    for (bool more = true; more;) {
      more = false;
      for (Mover& mover : movers) {
        if (mover.done == mover.due) continue;
        move_along_edge<D>(copy, mover);
        more |= mover.done < mover.due;
      }
    }
  }

  template <size_t D, Simd L>
  void move_along_edge(Copy<L> copy, Mover& mover) const {
    uint32_t partners[kLanes];
    std::copy_n(mover.partners, kLanes, partners);
    const uint32_t counter = mover.done * static_cast<uint32_t>(groups_ * kLanes);
    if (++mover.done < mover.due) draw_partners(mover);
    for (size_t g = 0;;) {
      if constexpr (D > 0)
        move_few<D>(copy, partners, partners_[g], mover.own);
      else
        move_many(partners, partners_[g], mover.own);
      if (++g == groups_) return;
      CounterRandom::below(mover.stream, counter + static_cast<uint32_t>(g * kLanes),
                           static_cast<uint32_t>(n_), partners);
    }
  }

  void strengths(const Floats& squares, const Partners& what, Floats& out) const {
    Floats least, log, power, pull, push, apart, most;
    lanes::fill(least, kLeastSquare);
    lanes::load(pull, what.pull);
    lanes::load(push, what.push);
    lanes::load(apart, what.apart);
    const Floats square = squares < least ? least : squares;
    lanes::log_of_positive(square, log);
    lanes::exp_of(log * static_cast<float>(options_.curve.b), power);
    out = (pull * power + push) / ((square + apart) * (power * static_cast<float>(options_.curve.a) + 1.0F));
    // An attraction ends at the latest at the middle between the two. umap-learn lets both ends jump past
    // each other, which leaves their middle where it is; a point that jumps alone would carry it along.
    lanes::load(most, what.most);
    most *= 1 / rate_;
    out = out < most ? most : out;
  }

  static void limited(const Floats& move, Floats& out) {
    Floats most;
    lanes::fill(most, kMostMove);
    const Floats below = move > most ? most : move;
    out = below < -most ? -most : below;
  }

  template <size_t D, Simd L>
  void move_few(Copy<L> copy, const uint32_t (&partners)[kLanes], const Partners& what, float* own) const {
    Floats apart[D], squares = {}, strength, times, move;
    take_positions(copy, positions_.data(), partners, apart);
    for (size_t d = 0; d < D; ++d) {
      apart[d] = own[d] - apart[d];
      squares += apart[d] * apart[d];
    }
    strengths(squares, what, strength);
    lanes::load(times, what.times);
    times *= rate_;
    for (size_t d = 0; d < D; ++d) {
      limited(strength * apart[d], move);
      own[d] += lanes::sum(move * times);
    }
  }

  void move_many(const uint32_t (&partners)[kLanes], const Partners& what, float* own) const {
    const float* rows[kLanes];
    Floats sums[kLanes] = {};
    for (size_t lane = 0; lane < what.used; ++lane)
      rows[lane] = positions_.data() + size_t{partners[lane]} * stride_;
    lanes::in_pieces(stride_, [&]<size_t G>(size_t at) { add_squares<G>(rows, what.used, own, at, sums); });
    float found[kLanes] = {};
    for (size_t lane = 0; lane < what.used; ++lane) found[lane] = lanes::sum(sums[lane]);
    Floats squares, strength;
    lanes::load(squares, found);
    strengths(squares, what, strength);
    float by[kLanes];
    lanes::store(by, strength);
    // If the whole move is shorter than the limit, so is each number of it.
    bool limit = false;
    for (size_t lane = 0; lane < what.used; ++lane)
      limit |= by[lane] * by[lane] * found[lane] > kMostMove * kMostMove;
    lanes::in_pieces(stride_, [&]<size_t G>(size_t at) {
      if (limit)
        add_moves<G, true>(rows, by, what, at, own);
      else
        add_moves<G, false>(rows, by, what, at, own);
    });
  }

  // Adds the squares of G groups of numbers from `at` on.
  template <size_t G>
  static void add_squares(const float* const* rows, size_t used, const float* own, size_t at, Floats* sums) {
    Floats mine[G], other;
#pragma GCC unroll 8
    for (size_t g = 0; g < G; ++g) lanes::load(mine[g], own + at + g * kLanes);
    for (size_t lane = 0; lane < used; ++lane) {
      Floats even = {}, odd = {};
#pragma GCC unroll 8
      for (size_t g = 0; g < G; ++g) {
        lanes::load(other, rows[lane] + at + g * kLanes);
        other -= mine[g];
        (g % 2 == 0 ? even : odd) += other * other;
      }
      sums[lane] += even + odd;
    }
  }

  template <size_t G, bool kLimit>
  void add_moves(const float* const* rows, const float* by, const Partners& what, size_t at,
                 float* own) const {
    Floats mine[G], total[G] = {}, other;
#pragma GCC unroll 8
    for (size_t g = 0; g < G; ++g) lanes::load(mine[g], own + at + g * kLanes);
    for (size_t lane = 0; lane < what.used; ++lane) {
#pragma GCC unroll 8
      for (size_t g = 0; g < G; ++g) {
        lanes::load(other, rows[lane] + at + g * kLanes);
        other = (mine[g] - other) * by[lane];
        if constexpr (kLimit) limited(other, other);
        total[g] += other * what.times[lane];
      }
    }
#pragma GCC unroll 8
    for (size_t g = 0; g < G; ++g) lanes::store(own + at + g * kLanes, mine[g] + total[g] * rate_);
  }

  const LayoutOptions& options_;
  FloatMatrix& given_;
  const size_t n_, numbers_, stride_, groups_;
  const CounterRandom draws_;
  std::vector<uint32_t> point_, place_;  // by place: its point; by point: its place
  std::vector<size_t> block_begin_;
  Edges edges_;
  std::vector<Partners> partners_;
  Buffer<float> positions_, moved_;
  size_t most_edges_ = 0;
  float rate_ = 1;
};

}  // namespace

void lay_out(const CsrMatrix& graph, const LayoutOptions& options, FloatMatrix& positions) {
  Layout(graph, options, positions).run();
}

namespace {

constexpr int kPlaces = 300, kMostSteps = 200, kMostHalvings = 40;
constexpr double kSettled = 1e-13;

struct Places {
  std::array<double, kPlaces> x, wanted;
};

Places places(double min_dist, double spread) {
  Places made{};
  for (size_t i = 0; i < kPlaces; ++i) {
    made.x[i] = 3 * spread * static_cast<double>(i) / (kPlaces - 1);
    made.wanted[i] = made.x[i] < min_dist ? 1 : std::exp(-(made.x[i] - min_dist) / spread);
  }
  return made;
}

double error_of(const Places& at, const MembershipCurve& curve) {
  double sum = 0;
  for (size_t i = 0; i < kPlaces; ++i) {
    const double apart = at.wanted[i] - 1 / (1 + curve.a * std::pow(at.x[i], 2 * curve.b));
    sum += apart * apart;
  }
  return sum;
}

// Returns a Gauss-Newton step.
MembershipCurve step_from(const Places& at, const MembershipCurve& curve) {
  double aa = 0, ab = 0, bb = 0, ra = 0, rb = 0;
  for (size_t i = 1; i < kPlaces; ++i) {  // at 0 the curve is 1, whatever a and b are
    const double power = std::pow(at.x[i], 2 * curve.b), value = 1 / (1 + curve.a * power);
    const double by_a = -power * value * value, by_b = 2 * curve.a * std::log(at.x[i]) * by_a;
    const double rest = at.wanted[i] - value;
    aa += by_a * by_a;
    ab += by_a * by_b;
    bb += by_b * by_b;
    ra += by_a * rest;
    rb += by_b * rest;
  }
  const double det = aa * bb - ab * ab;
  return {(bb * ra - ab * rb) / det, (aa * rb - ab * ra) / det};
}

}  // namespace

MembershipCurve membership_curve(double min_dist, double spread) {
  const Places at = places(min_dist, spread);
  MembershipCurve curve{1, 1};
  double error = error_of(at, curve);
  for (int step = 0; step < kMostSteps; ++step) {
    MembershipCurve by = step_from(at, curve);
    bool better = false;
    for (int halving = 0; halving < kMostHalvings && !better; ++halving, by.a /= 2, by.b /= 2) {
      const MembershipCurve next{curve.a + by.a, curve.b + by.b};
      if (!(next.a > 0 && next.b > 0)) continue;
      const double next_error = error_of(at, next);
      if (!(next_error < error)) continue;
      better = std::abs(by.a) > kSettled * next.a || std::abs(by.b) > kSettled * next.b;
      curve = next;
      error = next_error;
      if (!better) return curve;
    }
    if (!better) break;
  }
  return curve;
}

}  // namespace standfast

#include "standfast/num/autodiff/max_convolution.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "standfast/base/at_level.h"

namespace standfast {
namespace {

// The number of places whose rows are laid out for one product.
constexpr size_t kPlacesAtOnce = 1024;
// Marks a place that sees only rows of zeros.
constexpr uint32_t kOutside = UINT32_MAX;

// The numbers of a text's rows that a filter sees at a place.
struct Seen {
  size_t from;  // the first, in the text
  size_t at;    // place of this number in the filter
  size_t count;
};
Seen seen(size_t place, size_t rows, size_t width, size_t columns) {
  const size_t first = place + 1 >= width ? place + 1 - width : 0, last = std::min(rows, place + 1);
  return {first * columns, (first + width - 1 - place) * columns, (last - first) * columns};
}

// Returns the number of places of a text that see any of its rows.
size_t places_of(size_t rows, size_t width) {
  return rows == 0 ? 0 : rows + width - 1;
}

// The inputs of the filters at some places of some texts, row by row, and their outputs.
class Places {
 public:
  Places(const Linear& filters, size_t most)
      : filters_(filters), inputs_(most * filters.inputs()), results_(most * filters.bias.size()) {}

  void clear() { count_ = 0; }
  size_t count() const { return count_; }
  void add(const float* text, const Seen& part) {
    float* const row = inputs_.data() + count_++ * filters_.inputs();
    std::fill_n(row, filters_.inputs(), 0.0F);
    std::copy_n(text + part.from, part.count, row + part.at);
  }
  const Buffer<float>& filtered() {
    const size_t filters = filters_.bias.size();
    linear(filters_, {inputs_.data(), count_, filters_.inputs(), filters_.inputs()},
           {results_.data(), count_, filters, filters}, 1);
    return results_;
  }

 private:
  const Linear& filters_;
  Buffer<float> inputs_, results_;
  size_t count_ = 0;
};

// Takes the largest number of each filter, and its place, for texts [first, last).
void take_largest(std::span<const uint32_t> segments, size_t first, size_t last, const MaxConvolution& how,
                  const float* filtered, float* out, uint32_t* places) {
  const std::vector<float>& bias = how.filters.bias;
  const size_t filters = bias.size();
  at_level<Simd::v4>([&](auto) {
    for (size_t s = first; s < last; ++s) {
      const size_t rows = segments[s + 1] - segments[s], some = places_of(rows, how.width);
      float* const most = out + s * filters;
      uint32_t* const at = places + s * filters;
      for (size_t f = 0; f < filters; ++f) {
        most[f] = some == 0 ? bias[f] : filtered[f];
        at[f] = some == 0 ? kOutside : 0;
      }
      for (uint32_t place = 1; place < some; ++place)
        for (size_t f = 0; f < filters; ++f) {
          const float one = filtered[place * filters + f];
          at[f] = one > most[f] ? place : at[f];
          most[f] = one > most[f] ? one : most[f];
        }
      if (some > 0 && rows < how.length)
        for (size_t f = 0; f < filters; ++f) {
          at[f] = bias[f] > most[f] ? kOutside : at[f];
          most[f] = bias[f] > most[f] ? bias[f] : most[f];
        }
      filtered += some * filters;
    }
  });
}

// Unpacks the weights of panel p, a row for each filter.
void unpack_panel(const Panels& weights, size_t p, size_t filters, float* rows) {
  const float* panel = weights.panel(p);
  for (size_t f = 0; f < filters; ++f)
    for (size_t k = 0; k < weights.columns(); ++k)
      rows[f * weights.columns() + k] = panel[k * kPanelRows + f];
}
void pack_panel(const float* rows, size_t p, size_t filters, Panels& weights) {
  float* panel = weights.panel(p);
  for (size_t f = 0; f < filters; ++f)
    for (size_t k = 0; k < weights.columns(); ++k)
      panel[k * kPanelRows + f] = rows[f * weights.columns() + k];
}

// Data kept for the backward pass.
struct ConvolutionPass {
  ValuePtr x, out;
  std::vector<uint32_t> segments;
  std::vector<uint32_t> places;  // by text and filter
};

// Calls body(filter in the panel, the numbers it sees, the text's first number, the gradient) for each
// maximum of panel p that sees rows.
template <class Body>
void each_maximum(const ConvolutionPass& pass, const MaxConvolution& how, size_t p, const Body& body) {
  const size_t columns = pass.x->columns, filters = pass.out->columns, begin = p * kPanelRows,
               end = std::min(begin + kPanelRows, filters);
  for (size_t s = 0; s < pass.out->rows; ++s) {
    const size_t rows = pass.segments[s + 1] - pass.segments[s];
    for (size_t f = begin; f < end; ++f) {
      const uint32_t place = pass.places[s * filters + f];
      if (place == kOutside) continue;
      body(f - begin, seen(place, rows, how.width, columns), pass.segments[s] * columns,
           pass.out->gradient[s * filters + f]);
    }
  }
}

void add_to_rows(const ConvolutionPass& pass, const MaxConvolution& how) {
  const size_t inputs = how.filters.inputs();
  std::vector<float> weights(kPanelRows * inputs);
  float* const gradient = pass.x->gradient.data();
  for (size_t p = 0; p < how.filters.weights.count(); ++p) {
    unpack_panel(how.filters.weights, p, std::min(kPanelRows, pass.out->columns - p * kPanelRows),
                 weights.data());
    at_level<Simd::v4>([&](auto) {
      each_maximum(pass, how, p, [&](size_t f, const Seen& part, size_t text, float given) {
        const float* from = weights.data() + f * inputs + part.at;
        float* to = gradient + text + part.from;
        for (size_t i = 0; i < part.count; ++i) to[i] += given * from[i];
      });
    });
  }
}

void add_to_filters(const ConvolutionPass& pass, const MaxConvolution& how, size_t p) {
  LinearGradient& sums = *how.filters.learns;
  const size_t inputs = how.filters.inputs(), begin = p * kPanelRows,
               filters = std::min(kPanelRows, pass.out->columns - begin);
  std::vector<float> weights(kPanelRows * inputs);
  unpack_panel(sums.weights, p, filters, weights.data());
  at_level<Simd::v4>([&](auto) {
    each_maximum(pass, how, p, [&](size_t f, const Seen& part, size_t text, float given) {
      const float* from = pass.x->numbers.data() + text + part.from;
      float* to = weights.data() + f * inputs + part.at;
      for (size_t i = 0; i < part.count; ++i) to[i] += given * from[i];
    });
    for (size_t s = 0; s < pass.out->rows; ++s) {
      const float* given = pass.out->gradient_rows().row(s) + begin;
      for (size_t f = 0; f < filters; ++f) sums.bias[begin + f] += given[f];
    }
  });
  pack_panel(weights.data(), p, filters, sums.weights);
}

}  // namespace

ValuePtr max_convolution(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                         const MaxConvolution& how) {
  const size_t columns = x->columns, filters = how.filters.bias.size(), texts = segments.size() - 1;
  assert(how.filters.inputs() == how.width * columns && segments.back() == x->rows);
  const auto out = tape.make(texts, filters, x->wants_gradient || how.filters.learns != nullptr);
  std::vector<uint32_t> places(texts * filters);
  Places laid_out(how.filters, std::max(kPlacesAtOnce, how.length + how.width));
  size_t done = 0;
  const auto finish = [&](size_t end) {
    take_largest(segments, done, end, how, laid_out.filtered().data(), out->numbers.data(), places.data());
    laid_out.clear();
    done = end;
  };
  for (size_t s = 0; s < texts; ++s) {
    const size_t rows = segments[s + 1] - segments[s], some = places_of(rows, how.width);
    assert(rows <= how.length);
    if (laid_out.count() + some > kPlacesAtOnce) finish(s);
    for (size_t place = 0; place < some; ++place)
      laid_out.add(x->read().row(segments[s]), seen(place, rows, how.width, columns));
  }
  finish(texts);
  if (!out->wants_gradient) return out;
  x->needed = x->needed || how.filters.learns != nullptr;
  tape.on_way_back(out, [&tape, &how,
                         pass = std::make_shared<ConvolutionPass>(ConvolutionPass{
                             x, out, {segments.begin(), segments.end()}, std::move(places)})] {
    if (!pass->out->needed) tape.release(pass->out->numbers);
    if (pass->x->wants_gradient) {
      if (tape.open_gradient(*pass->x)) std::ranges::fill(pass->x->gradient, 0.0F);
      add_to_rows(*pass, how);
    }
    if (how.filters.learns == nullptr) return;
    tape.defer(&how.filters, how.filters.weights.count(),
               [pass, &how](size_t p) { add_to_filters(*pass, how, p); });
  });
  return out;
}

}  // namespace standfast

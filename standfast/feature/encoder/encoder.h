// The contract of encoders: documents of a corpus to vectors, one row a document.
//
// An encoder learns what it needs (vocabulary, factors) from the very documents it encodes; labels, authors
// and topics are never looked at. Duties, checked for every catalog entry by
// tests/feature/encoder_conformance_test.cc: the same seed gives the same bytes, for any number of threads;
// another order of documents gives the same vectors in that order, bit for bit (methods whose sums depend on
// an order work in the order of ids); every number is finite; no document and no word left are clear errors,
// and so is an option out of its range.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct EncoderContext {
  uint64_t seed = 0;  // of what the method draws; the rest ignore it
  int threads = 1;
  Sink* sink = &null_sink();
};

// What a fit has to say of itself, for records: "iterations", "relative error", "vocabulary".
struct EncoderFact {
  std::string name;
  double value = 0;
};

struct Encoded {
  std::variant<CsrMatrix, FloatMatrix, DenseMatrix> vectors;  // row i belongs to rows[i]
  std::vector<EncoderFact> facts;

  size_t rows() const;
  size_t columns() const;
};

class Encoder {
 public:
  virtual ~Encoder() = default;
  // rows: distinct, in any order. Errors are data errors that do not name the corpus: whoever calls does.
  virtual Result<Encoded> encode(const Corpus& corpus, std::span<const uint32_t> rows,
                                 const EncoderContext& context) const = 0;
};

struct EncoderTraits {
  bool sparse = false;         // most components are zero; stored as such
  bool deterministic = false;  // does not depend on the seed
  bool nonnegative = false;    // no component below zero, so no similarity below zero
  bool reads_files = false;    // vectors come from files that its options name
};

using EncoderCatalog = Catalog<Encoder, EncoderTraits>;
const EncoderCatalog& encoders();

// Rows in ascending order of their ids, and for each of `rows` its place there. Sums over documents made in
// this order do not depend on the order in which the documents were given.
struct IdOrder {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> place;  // rows[place[i]] is the i-th row that was given
};
IdOrder order_by_id(const Corpus& corpus, std::span<const uint32_t> rows);
// Vectors made in the order of ids, in the order in which the rows were given.
template <class T>
Dense<T> in_given_order(const Dense<T>& vectors, const IdOrder& order) {
  Dense<T> given(vectors.rows, vectors.columns);
  for (size_t i = 0; i < order.place.size(); ++i)
    std::ranges::copy(vectors.row(order.place[i]), given.row(i).begin());
  return given;
}

}  // namespace standfast

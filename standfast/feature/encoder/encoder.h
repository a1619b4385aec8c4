// The contract of encoders: documents of a corpus to vectors, one row a document.
//
// An encoder learns what it needs (vocabulary, factors) from the documents of a training set; their classes
// are used only where the traits say learns_classes. The fitted encoder gives vectors of these documents and
// of any others. Duties, checked for every catalog entry by tests/feature/encoder_conformance_test.cc: the
// same seed gives the same bytes, for any number of threads; another order of documents gives the same
// vectors in that order, bit for bit (methods whose sums depend on an order work in the order of ids);
// transform of the documents that were fitted equals their encoding, bit for bit, and the vector of any
// document does not depend on which others are encoded with it; every number is finite; no document and no
// word left are clear errors, and so is an option out of its range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/catalog.h"
#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/training_set.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Parts of a fitted encoder, as bytes by name: a vocabulary as JSON, matrices as .npy. A model that uses an
// encoder saves them among its own files.

using EncoderParts = std::map<std::string, std::string>;

// Returns the part, or a data error that names it.
Result<const std::string*> find_part(const EncoderParts& parts, const std::string& name);

// Write and read the words of an encoder over word tf-idf: the part "vocabulary.json".
void add_words(const Tfidf& words, EncoderParts& parts);
Result<Tfidf> words_in(const EncoderParts& parts, const TfidfOptions& options);

// Write and read a matrix of floats or doubles. Reading gives a data error unless it is such a table of
// finite numbers.
template <class T>
void add_matrix(const std::string& name, const Dense<T>& matrix, EncoderParts& parts);
template <class T>
Result<Dense<T>> matrix_in(const EncoderParts& parts, const std::string& name);

using EncoderContext = Work;

// A fact about a fit or its answers, for records: "iterations", "relative error", "vocabulary".
struct EncoderFact {
  std::string name;
  std::variant<double, std::string> value = 0.0;
};

struct Encoded {
  std::variant<CsrMatrix, FloatMatrix, DenseMatrix> vectors;  // row i belongs to rows[i]
  std::vector<EncoderFact> facts;

  size_t rows() const;
  size_t columns() const;
};

// A fitted encoder. It holds what it needs: the corpus of the fit may be gone.
class FittedEncoder {
 public:
  virtual ~FittedEncoder() = default;
  // Encodes documents. Row i of the vectors belongs to documents.rows[i]; `facts` are about these documents
  // only. A document belongs to the fit if its id and its text do: where a method finds vectors of many
  // documents at once (LSA, NMF), such a document has its vector of the fit, and any other the vector that is
  // best while all else stays.
  virtual Result<Encoded> transform(const DocumentView& documents, const EncoderContext& context) const = 0;
  virtual std::vector<EncoderFact> facts() const { return {}; }
  // Returns parts for Encoder::restore(); empty where nothing was learned.
  virtual EncoderParts save() const { return {}; }
};

class Encoder {
 public:
  virtual ~Encoder() = default;
  // Fits an encoder. training: rows are distinct, in any order. Errors are data errors that do not name the
  // corpus: the caller adds its name. Weights and groups are ignored.
  virtual Result<std::unique_ptr<FittedEncoder>> fit(const TrainingSet& training,
                                                     const EncoderContext& context) const = 0;
  // Restores a fitted encoder from its parts, for an encoder with the same options; its facts may be fewer.
  // It gives the same vectors, bit for bit. Data errors: a part is missing or damaged, or the files of the
  // options are gone or others.
  virtual Result<std::unique_ptr<FittedEncoder>> restore(const EncoderParts& parts,
                                                         const EncoderContext& context) const = 0;
  // Returns a digest of the files that its options name, for keys; "" if they name none.
  virtual Result<std::string> digest() const { return ""; }

  // Learns from the very documents that it encodes; returns the facts of the fit and of its answers.
  Result<Encoded> encode(const Corpus& corpus, std::span<const uint32_t> rows,
                         const EncoderContext& context) const;
};

// Returns the facts of a fit, followed by the facts of its answers.
std::vector<EncoderFact> with_facts(const FittedEncoder& fitted, std::vector<EncoderFact> of_answers);
// Returns {"vocabulary": 812, ...}.
nlohmann::ordered_json facts_json(std::span<const EncoderFact> facts);

struct EncoderTraits {
  bool sparse = false;          // most components are zero; stored as such
  bool deterministic = false;   // does not depend on the seed
  bool nonnegative = false;     // no component below zero, so no similarity below zero
  bool reads_files = false;     // vectors come from files that its options name
  bool learns_classes = false;  // uses the classes of the training set
  bool slow = false;            // each text goes through a network: about 30 kB a second
};

std::vector<TraitLine> describe(const EncoderTraits& traits);

using EncoderCatalog = Catalog<Encoder, EncoderTraits>;
const EncoderCatalog& encoders();

// Returns rows in ascending order of their ids. Sums over documents made in this order do not depend on the
// order in which the documents were given.
std::vector<uint32_t> rows_by_id(const DocumentView& documents);

}  // namespace standfast

// Parts of a fitted encoder, as bytes by name: a vocabulary as JSON, matrices as .npy. A model that uses an
// encoder saves them among its own files.
#pragma once

#include <map>
#include <string>

#include "standfast/base/result.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

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

}  // namespace standfast

// Checks of a study before anything runs: its auxiliary files, the columns, classes and labels of its
// corpora, its models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// An auxiliary file as it was read.
struct AuxiliaryFile {
  std::string name, kind, path;
  uint64_t entries = 0;
  std::string holds;  // name of its entries, plural: "words"
};

// The check that the auxiliary files of a study have the content of their kinds and belong to its corpora.
// Call read(), then look_at() for each corpus of the study, as it was read, then finish().
class AuxiliariesReady {
 public:
  // Reads all files. A data error names the file in the study, its path and line, and guesses the mistake.
  static Result<AuxiliariesReady> read(const StudySpec& study, const std::string& study_folder);

  const std::vector<AuxiliaryFile>& files() const { return files_; }  // in the order of the study

  void look_at(const std::string& name, const Corpus& corpus);
  // Tells the sink, for files whose entries belong to documents, how many entries belong to none. A data
  // error if that is all of them.
  Status finish(Sink& sink) const;

 private:
  // The entries of a file that belong to no document so far.
  struct Unmatched {
    size_t file = 0;  // index into files_
    std::vector<std::string> ids;
  };
  std::vector<AuxiliaryFile> files_;
  std::vector<Unmatched> unmatched_;
  std::string corpus_, document_;  // the first corpus with a document, and the id of that document
};

// The check that the corpora have the columns that a study names. If the target of a study is missing, every
// cell of the corpus would fail. check() is called for each corpus of the study, as it was read; then
// finish() once.
class ColumnsReady {
 public:
  explicit ColumnsReady(const StudySpec& study, const StudyCatalogs& catalogs);

  // Checks the target, the columns of blocks, splitters and weights, and the roles that samplers, splitters
  // and pairs need, as far as this corpus is asked for them. A data error names the corpus, its file, the
  // column, the part of the study that asks for it, the columns of the file and the likeliest one.
  Status check(const CorpusSpec& spec, const Corpus& corpus, const ReadReport& report);
  // Checks slices and the group, which may be missing in some corpora, because their tables have no such
  // slice. A slice that no corpus has is a data error.
  Status finish() const;

 private:
  const StudySpec& study_;
  const StudyCatalogs& catalogs_;
  // Slices that no corpus had so far, each with the failure in the first corpus.
  std::vector<std::pair<std::string, Failure>> slices_;
  bool begun_ = false;
};

// Checks that a corpus has at least two classes, before anything runs. corpus: as the study reads it, with a
// column for the target (ColumnsReady). A data error if fewer than two classes are left in it. Tells the sink
// how many documents have no class, and which parts of the corpus have no class at all. Does nothing for a
// task without a target.
Status classes_ready(const StudySpec& study, const CorpusSpec& spec, const Corpus& corpus, Sink& sink);

// Checks, before anything runs, that the models that are not trained here answer the classes of a corpus.
// corpus: as the study reads it, with a column for the target. Errors of Classifier::check_classes() name the
// model. Does nothing for a task without a target.
Status labels_ready(const StudySpec& study, const Corpus& corpus, const std::string& study_folder,
                    const StudyCatalogs& catalogs);

// Checks that the models of a study can run here. If the program of a model is missing, every cell of the
// model would fail. A missing error names the first model that cannot run, and the missing part.
Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs);

// Checks, before anything runs, the lists of function words that classifiers of a study read: each holds one
// word a line by the classifier's rule for words (its options `words` and `lower-case`), which the kind of an
// auxiliary file does not know. A data error names the model or the space, the file and the line. A list that
// a classifier does not use, because its features hold no function words, is not read.
Status word_lists_ready(const StudySpec& study, const std::string& study_folder,
                        const StudyCatalogs& catalogs);

}  // namespace standfast

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/check.h"
#include "standfast/analysis/leak/vector_leaks.h"
#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parallel.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kPairsShown = 5;  // pairs of a fold, on the terminal; --json names all
constexpr double kQuantiles[] = {0, 0.25, 0.5, 0.75, 0.95, 1};

// Statistics of the nearest training document of each test document.
struct Nearness {
  double mean = 0;
  std::vector<double> quantiles;  // at kQuantiles; empty: there is no test document
};
Nearness nearness_of(const FoldVectorLeaks& fold) {
  Nearness found;
  std::vector<double> cosines;
  for (const NearLeak& nearest : fold.nearest) cosines.push_back(nearest.similarity);
  if (cosines.empty()) return found;
  std::ranges::sort(cosines);
  for (const double cosine : cosines) found.mean += cosine;
  found.mean /= static_cast<double>(cosines.size());
  for (const double q : kQuantiles) found.quantiles.push_back(quantile(cosines, q));
  return found;
}

class Answer {
 public:
  Answer(const Corpus& corpus, const std::vector<FoldVectorLeaks>& folds, std::string space, double tau)
      : corpus_(corpus), folds_(folds), space_(std::move(space)), tau_(tau) {}

  Json json() const {
    Json json = {{"schema", "standfast-vector-leaks/1"},
                 {"vectors", space_},
                 {"similarity", "cosine"},
                 {"tau", tau_},
                 {"folds", Json::array()}};
    for (const auto& fold : folds_) {
      Json pairs = Json::array();
      for (const auto& leak : fold.close.leaks)
        pairs.push_back({{"test", corpus_.id(leak.test)},
                         {"train", corpus_.id(leak.train)},
                         {"similarity", leak.similarity}});
      const Nearness nearness = nearness_of(fold);
      Json quantiles;
      for (size_t q = 0; q < nearness.quantiles.size(); ++q)
        quantiles[fmt::format("{:g}%", 100 * kQuantiles[q])] = nearness.quantiles[q];
      json["folds"].push_back(
          {{"test", fold.close.test},
           {"train", fold.train},
           {"without_vector", fold.without},
           {"leaking", fold.close.leaking},
           {"nearest_mean", nearness.quantiles.empty() ? Json(nullptr) : Json(nearness.mean)},
           {"nearest", std::move(quantiles)},
           {"pairs", std::move(pairs)},
           {"drop_test", ids(fold.close.drop_test)},
           {"drop_train", ids(fold.close.drop_train)}});
    }
    return json;
  }

  std::string text() const {
    std::string out;
    for (size_t f = 0; f < folds_.size(); ++f)
      out += text_of(folds_[f], folds_.size() == 1 ? "" : fmt::format("fold {}: ", f));
    return out;
  }

  Status write(const std::string& path) const {
    SF_ASSIGN(auto file, OutputFile::create(path));
    SF_TRY(file.write("fold,test,nearest_train,similarity,within_tau\n"));
    for (size_t f = 0; f < folds_.size(); ++f)
      for (const NearLeak& nearest : folds_[f].nearest)
        SF_TRY(file.write(fmt::format("{},{},{},{},{}\n", f, csv_cell(corpus_.id(nearest.test)),
                                      nearest.train == kNoTraining ? "" : csv_cell(corpus_.id(nearest.train)),
                                      nearest.similarity,
                                      nearest.train != kNoTraining && nearest.similarity >= tau_ ? 1 : 0)));
    return file.commit();
  }

 private:
  Json ids(const std::vector<uint32_t>& rows) const {
    Json all = Json::array();
    for (const uint32_t row : rows) all.push_back(corpus_.id(row));
    return all;
  }

  std::string text_of(const FoldVectorLeaks& fold, const std::string& name) const {
    const FoldLeaks& close = fold.close;
    std::string out = name;
    if (close.leaks.empty())
      out += fmt::format(
          "no test document has a similarity of {:g} or more to train: {} test documents were compared with "
          "all {} of training, by cosine ({})\n",
          tau_, close.test, fold.train, space_);
    else
      out += fmt::format(
          "{} of {} test documents have a similarity of {:g} or more to one of {} training documents, by "
          "cosine ({}), in {} pairs\n",
          close.leaking, close.test, tau_, fold.train, space_, close.leaks.size());
    if (fold.without > 0)
      out += fmt::format("  {} test documents have a vector of zeros, which is similar to nothing\n",
                         fold.without);
    const Nearness nearness = nearness_of(fold);
    if (!nearness.quantiles.empty()) {
      out += fmt::format("  nearest training document of each test document: mean {:.4f}", nearness.mean);
      for (size_t q = 0; q < nearness.quantiles.size(); ++q)
        out += fmt::format("   {} {:.4f}",
                           kQuantiles[q] == 0   ? "least"
                           : kQuantiles[q] == 1 ? "most"
                                                : fmt::format("{:g} %", 100 * kQuantiles[q]),
                           nearness.quantiles[q]);
      out += "\n";
    }
    if (close.leaks.empty()) return out;
    for (size_t i = 0; i < std::min(kPairsShown, close.leaks.size()); ++i)
      out += fmt::format("  {} ~ {} ({:.4f})\n", printable_line(corpus_.id(close.leaks[i].test)),
                         printable_line(corpus_.id(close.leaks[i].train)), close.leaks[i].similarity);
    if (close.leaks.size() > kPairsShown)
      out += fmt::format("  and {} more (--json)\n", close.leaks.size() - kPairsShown);
    return out + fmt::format(
                     "  dropping {} leaves no pair, and no smaller set does: {} from test, {} from "
                     "training (--json names them)\n",
                     counted(close.drop_test.size() + close.drop_train.size(), "document"),
                     close.drop_test.size(), close.drop_train.size());
  }

  const Corpus& corpus_;
  const std::vector<FoldVectorLeaks>& folds_;
  std::string space_;
  double tau_;
};

// Returns all documents of a side of the folds, ascending.
std::vector<uint32_t> rows_of_folds(const Corpus& corpus, const std::vector<Fold>& folds) {
  std::vector<bool> there(corpus.size());
  for (const Fold& fold : folds)
    for (const RowSet* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const uint32_t row : *side) there[row] = true;
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < there.size(); ++row)
    if (there[row]) rows.push_back(row);
  return rows;
}

Result<Encoded> document_vectors(const Corpus& corpus, const std::vector<uint32_t>& rows,
                                 const VectorLeakArgs& args, const EncoderArgs& encoder, int threads) {
  std::unique_ptr<Encoder> made;
  if (!args.vectors.empty()) {
    SF_ASSIGN(made, encoders().make("vectors", {{"path", args.vectors}}));
  } else {
    SF_ASSIGN(made, encoders().make(encoder.name, encoder.settings));
  }
  auto encoded = made->encode(corpus, rows, {static_cast<uint64_t>(encoder.seed), threads, &terminal()});
  if (!encoded) return with_context(args.vectors.empty() ? corpus.name() : args.vectors, encoded.error());
  return encoded;
}

}  // namespace

void VectorLeakArgs::declare(Args& args) {
  args.text(
          "--vectors", vectors,
          "With --splits: vectors by which test documents are compared with training documents (.npy or JSON "
          "lines, as encode writes them)")
      .file();
  args.number(
      "--tau", tau,
      "With --splits: cosine from which two documents are too close, by --vectors, or else by the vectors of "
      "--encoder; all pairs are found");
  tau_given = args.given("--tau");
  args.text("-o,--out", out,
            "With --tau: the nearest training document of each test document (.csv, .csv.gz, .csv.zst)")
      .new_file();
}

Status VectorLeakArgs::check(bool with_splits, bool two_files, bool with_encoder) const {
  if (!given()) {
    if (!out.empty()) return usage_error("check: --out goes with --vectors or --tau");
    return {};
  }
  if (two_files)
    return usage_error(
        "check: --vectors and --tau look at the sides of one corpus; put both files into one and name the "
        "sides by "
        "--splits (two files are compared by their words, --near)");
  if (!with_splits)
    return usage_error(
        "check: --vectors and --tau compare test with train; name the file with the sides by --splits");
  if (!vectors.empty() && with_encoder) return usage_error("check: give --vectors or --encoder, not both");
  if (!(tau > 0 && tau <= 1))
    return usage_error(fmt::format("--tau {:g}: must be a cosine above 0 and at most 1", tau));
  if (!out.empty() && !out.ends_with(".csv") && !out.ends_with(".csv.gz") && !out.ends_with(".csv.zst"))
    return usage_error(fmt::format("check: --out {}: a table is written as .csv (.gz, .zst)", out));
  return {};
}

Status check_vector_leaks(const Corpus& corpus, const std::string& path, const VerifiedSplit& verified,
                          const VectorLeakArgs& args, const EncoderArgs& encoder,
                          const DuplicateOptions& near, const FindingArgs& asked, bool json) {
  const Splits& splits = verified.splits;
  const int threads = available_threads();
  const auto& folds = splits.split.folds;
  const auto rows = rows_of_folds(corpus, folds);
  SF_ASSIGN(const Encoded vectors, document_vectors(corpus, rows, args, encoder, threads));
  const VectorLeakOptions options{args.tau, threads, &terminal()};
  CheckedVectors compared{
      .space = args.vectors.empty() ? encoder.name : std::filesystem::path(args.vectors).filename().string(),
      .tau = args.tau,
      .test = {}};
  SF_ASSIGN(compared.test, vector_leaks(vectors, rows, folds, options));
  for (size_t p = 0; p < kOtherSides.size(); ++p) {
    SF_ASSIGN(compared.others[p], vector_leaks(vectors, rows, folds_of_pair(folds, kOtherSides[p]), options));
  }
  SF_ASSIGN(CheckedData data, checked_data(corpus, folds, asked.groups, near, splits.sample.group_of_topic));
  data.vectors = std::move(compared);
  const Answer answer(corpus, data.vectors->test, data.vectors->space, args.tau);
  if (!args.out.empty()) SF_TRY(answer.write(args.out));
  const Findings findings(data, asked);
  if (json) {
    Json document = answer.json();
    add_findings(verified.findings, document);
    findings.add_to(document);
    print(json_text(document) + "\n");
  } else {
    print(findings_text(verified.findings, true) + answer.text() + findings.text());
  }
  SF_TRY(status_of(verified.findings, path));
  return findings.status(corpus.name());
}

}  // namespace standfast::cli

#include "standfast/study/propose/propose.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/text/encodings.h"

namespace standfast {

using namespace proposal;

namespace {

// Reads the corpus again with the columns that blocks and pairs of the study name and that have not been read
// yet. Nothing if they name none.
Result<std::optional<Corpus>> read_for_blocks(const StudySpec& study, const ProposeOptions& options) {
  if (std::none_of(study.conditions.begin(), study.conditions.end(), [](const auto& condition) {
        return !condition.block.empty() || !condition.columns.empty();
      }))
    return std::nullopt;
  SF_ASSIGN(Corpus corpus,
            read_study_corpus(study, study.corpora.front(), folder_of_study(options), nullptr, null_sink()));
  return corpus;
}

bool has_failing_cells(const std::vector<StudyWarning>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [](const auto& warning) { return warning.code == "SF111"; });
}

}  // namespace

Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options) {
  const Facts facts = facts_of(corpus);
  std::string task = options.task, why_task = "The task was given.";
  if (task.empty()) {
    task = facts.writers >= 2 ? "verification" : "classification";
    why_task = fmt::format(
        "{}: {}.", task == "verification" ? "Verification" : "Classification",
        facts.authors == 0
            ? "there are no authors"
            : fmt::format("{} two documents or more",
                          facts.writers == 0 ? "no author has"
                                             : counted(facts.writers, "author has", "authors have")));
  }
  std::string target = options.target;
  if (task == "classification" && target.empty()) {
    const bool authors = large_values(corpus, Role::author, kLeastOfAClass) >= 2;
    const bool labels = large_values(corpus, Role::label, kLeastOfAClass) >= 2;
    target = !authors && (labels || corpus.column(Role::author) == nullptr) &&
                     corpus.column(Role::label) != nullptr
                 ? "label"
                 : "author";
    if (authors && corpus.column(Role::label) != nullptr)
      why_task += " The author is predicted; the corpus has a label too: --target label predicts that.";
  }
  SF_ASSIGN(const auto offers, task == "verification"
                                   ? verification_offers(corpus, facts, options)
                                   : classification_offers(corpus, facts, target, options));

  std::optional<ProposedStudy> best;
  const Offer* chosen = nullptr;
  KnownCorpora known;
  std::string reason;
  for (const auto& offer : offers) {
    if (best && offer.last_resort && !has_failing_cells(best->warnings)) break;
    ProposedStudy proposed;
    const auto text = [&] {
      return study_text(offer.candidate, facts, options, task, target, why_task, proposed.warnings);
    };
    SF_ASSIGN(const StudySpec study, parse_study(text(), options.study_path, study_catalogs()));
    SF_ASSIGN(const auto with_columns, read_for_blocks(study, options));
    auto warnings = judge_study(study, folder_of_study(options),
                                with_columns   ? *with_columns
                                : offer.corpus ? *offer.corpus
                                               : corpus,
                                options.threads, *options.sink, &known);
    if (!warnings) {
      if (reason.empty()) reason = warnings.error().message;
      continue;
    }
    if (best && std::pair(has_failing_cells(best->warnings), best->warnings.size()) <=
                    std::pair(has_failing_cells(*warnings), warnings->size()))
      continue;
    proposed.warnings = std::move(*warnings);
    proposed.text = text();
    best = std::move(proposed);
    chosen = &offer;
    if (best->warnings.empty()) break;
  }
  if (!best) return nothing(options, reason);
  best->choices.push_back(why_task);
  if (!chosen->candidate.why_frequent.empty()) best->choices.push_back(chosen->candidate.why_frequent);
  best->choices.push_back(chosen->candidate.why);
  return std::move(*best);
}

namespace proposal {
namespace {

// Returns a text in TOML form. JSON's escapes are a subset of TOML's.
std::string toml_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Returns comment lines with at most 110 columns.
std::string comment(const std::string& text) {
  std::string out, line = "#";
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (line.size() + 1 + (end - begin) > 110) {
      out += line + "\n";
      line = "#";
    }
    line += " " + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out + line + "\n";
}

std::string corpus_lines(const CorpusSpec& corpus, const Frequent& frequent,
                         const std::string& why_frequent) {
  std::string out = fmt::format("[[corpus]]\npath = {}\n", toml_text(corpus.path));
  if (!corpus.name.empty()) out += fmt::format("name = {}\n", toml_text(corpus.name));
  if (corpus.format != "guess") out += fmt::format("format = {}\n", toml_text(corpus.format));
  if (corpus.encoding != kUtf8) out += fmt::format("encoding = {}\n", toml_text(corpus.encoding));
  if (corpus.form != "nfc") out += fmt::format("form = {}\n", toml_text(corpus.form));
  if (!corpus.fold_letters.empty())
    out += fmt::format("fold-letters = [\"{}\"]\n", fmt::join(corpus.fold_letters, "\", \""));
  if (corpus.quotes != "around") out += fmt::format("quotes = {}\n", toml_text(corpus.quotes));
  if (corpus.bad_rows != "fail") out += fmt::format("bad-rows = {}\n", toml_text(corpus.bad_rows));
  if (!corpus.text_column.empty()) out += fmt::format("text = {}\n", toml_text(corpus.text_column));
  if (!corpus.id_column.empty()) out += fmt::format("id = {}\n", toml_text(corpus.id_column));
  std::vector<std::string> only;
  for (const Role role : kRoles) {
    const auto r = static_cast<size_t>(role);
    if (!corpus.role_columns[r].empty())
      out += fmt::format("{} = {}\n", role_name(role), toml_text(corpus.role_columns[r]));
    if (!corpus.only[r].empty())
      only.push_back(fmt::format("{} = {}", role_name(role), toml_text(corpus.only[r])));
  }
  if (!only.empty()) out += fmt::format("only = {{ {} }}\n", fmt::join(only, ", "));
  if (!why_frequent.empty()) out += comment(why_frequent);
  for (const auto& [key, counts] : {std::pair{"at-least", &frequent.at_least}, {"most", &frequent.most}}) {
    std::vector<std::string> parts;
    for (const Role role : kRoles)
      if (const uint64_t n = (*counts)[static_cast<size_t>(role)]; n > 0)
        parts.push_back(fmt::format("{} = {}", role_name(role), n));
    if (!parts.empty()) out += fmt::format("{} = {{ {} }}\n", key, fmt::join(parts, ", "));
  }
  return out;
}

}  // namespace

std::vector<uint64_t> sizes_of(const Column& column) {
  std::vector<uint64_t> sizes(column.names.size());
  for (const uint32_t code : column.codes)
    if (code != kMissing) ++sizes[code];
  return sizes;
}

Facts facts_of(const Corpus& corpus) {
  Facts facts;
  facts.documents = corpus.size();
  if (const Column* author = corpus.column(Role::author)) {
    facts.authors = author->names.size();
    for (const uint64_t size : sizes_of(*author)) facts.writers += size >= 2;
  }
  if (const Column* topic = corpus.column(Role::topic)) {
    facts.topics = topic->names.size();
    facts.topic_sizes = sizes_of(*topic);
    std::sort(facts.topic_sizes.rbegin(), facts.topic_sizes.rend());
  }
  return facts;
}

std::string condition(const std::string& name, bool reference, const std::string& rest) {
  return fmt::format("name = \"{}\"\n{}{}", name, reference ? "reference = true\n" : "", rest);
}

Frequent both(Frequent given, const Frequent& wanted) {
  for (size_t r = 0; r < kRoles.size(); ++r) {
    given.at_least[r] = std::max(given.at_least[r], wanted.at_least[r]);
    if (given.most[r] == 0) given.most[r] = wanted.most[r];
  }
  return given;
}

std::string study_text(const Candidate& c, const Facts& facts, const ProposeOptions& options,
                       const std::string& task, const std::string& target, const std::string& why_task,
                       const std::vector<StudyWarning>& warnings) {
  const bool classifies = task == "classification";
  const std::string file = std::filesystem::path(options.study_path).filename().string();
  std::string out =
      comment(fmt::format("Made by standfast init for {} by {} on {}. {} Read it, change it, then:",
                          counted(facts.documents, "document"), counted(facts.authors, "author"),
                          counted(facts.topics, "topic"), why_task));
  out += fmt::format(
      "#   standfast run {0} --out RUN --dry-run   shows folds, sizes and warnings; runs nothing\n"
      "#   standfast run {0} --out RUN             runs it and writes RUN/report.html\n",
      file.find_first_of("\n\r") == std::string::npos && !file.empty() ? file : "STUDY");
  for (const auto& warning : warnings)
    out += comment("Warning " + warning.code + " remains (docs/warnings.md): " + warning.message + ".");
  out += fmt::format("title = \"How much survives: {}\"\n", c.title);
  if (classifies) out += fmt::format("task = \"classification\"\ntarget = \"{}\"\n", target);
  const bool small = facts.documents <= 5000;
  out += comment(
      classifies
          ? "Shown first. Its shares count from the score of the model's own answers, dealt out at random "
            "within each fold."
          : "Shown first. Guessing scores 0.5 in every condition, and shares count from there.");
  out += fmt::format("metric = \"{}\"\n", classifies ? "accuracy" : "auc");
  out += comment(fmt::format("Every draw is made {}, so that no result depends on a single one.",
                             small ? "five times" : "three times"));
  out += fmt::format("seeds = {}\n", small ? 5 : 3);
  if (options.limit > 0) out += fmt::format("limit = {}\n", options.limit);
  out += "\n" + corpus_lines(options.corpus, both(options.corpus.frequent, c.frequent), c.why_frequent) +
         "\n" + comment(c.why);
  for (const auto& one : c.conditions) out += "\n" + comment(one.why) + "[[condition]]\n" + one.lines;
  out += "\n" + comment(c.why_models);
  for (size_t i = 0; i < c.models.size(); ++i)
    out += fmt::format("{}[[model]]\ntype = \"{}\"\n", i == 0 ? "" : "\n", c.models[i]);
  return out;
}

std::string folder_of_study(const ProposeOptions& options) {
  const auto parent = std::filesystem::path(options.study_path).parent_path();
  return parent.empty() ? "." : parent.string();
}

Failure nothing(const ProposeOptions& options, const std::string& why) {
  return data_error(fmt::format("{}: nothing to study: {}", options.corpus.path, why));
}

uint64_t large_values(const Corpus& corpus, Role role, uint64_t least) {
  const Column* column = corpus.column(role);
  if (column == nullptr) return 0;
  const auto sizes = sizes_of(*column);
  return static_cast<uint64_t>(
      std::count_if(sizes.begin(), sizes.end(), [&](uint64_t n) { return n >= least; }));
}

}  // namespace proposal
}  // namespace standfast

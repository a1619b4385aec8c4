// standfast check: the contents of a corpus, its problems, and the studies that it can carry. With --splits:
// verification of a splits.json against the corpus. For a run folder: its completeness.
#include "standfast/split/file/check.h"

#include <fmt/format.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/vector_args.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/parallel.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/profile.h"
#include "standfast/corpus/read/format.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/record/status.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kShownDuplicates = 5;  // duplicates named on the terminal; --json names all

struct CheckArgs {
  CheckArgs() { corpus.form = "none"; }  // forms are reported, not normalized
  CorpusArgs corpus;
  EncoderArgs encoder;
  FindingArgs findings;
  VectorLeakArgs vector_leaks;
  CueSidesArgs cues;
  std::string splits, of, test, near_tokens = "runs";
  double near_threshold = 0.8;
  std::function<bool()> near_given, near_tokens_given;
  bool no_near = false, fail_on_duplicates = false, json = false;
};

NearTokens tokens_of(const CheckArgs& args) {
  return args.near_tokens == "runs" ? NearTokens::runs : NearTokens::words;
}
const char* tokens_in_words(const CheckArgs& args) {
  return tokens_of(args) == NearTokens::runs ? "5-word runs" : "words";
}
DuplicateOptions duplicate_options(const CheckArgs& args) {
  return {args.near_threshold, tokens_of(args), !args.no_near, available_threads()};
}

Json to_json(const ReadReport& report) {
  Json json;
  json["format"] = format_name(report.format);
  json["columns"] = report.columns;
  auto& roles = json["roles"];
  roles["text"] = report.text_column;
  roles["id"] = report.id_column.empty() ? Json(nullptr) : Json(report.id_column);
  for (const Role role : kRoles) {
    const auto& column = report.role_columns[static_cast<size_t>(role)];
    roles[std::string(role_name(role))] = column.empty() ? Json(nullptr) : Json(column);
  }
  json["rows"] = report.rows;
  json["skipped"] = report.skipped;
  json["repaired"] = report.repaired;
  json["not_asked_for"] = report.not_asked_for;
  return json;
}

Json to_json(const CorpusProfile& profile) {
  Json json;
  json["documents"] = profile.documents;
  json["text_bytes"] = profile.text_bytes;
  json["empty_texts"] = profile.empty_texts;
  auto& lengths = json["length_in_characters"];
  for (size_t i = 0; i < kLengthPercents.size(); ++i)
    lengths[fmt::format("{}%", kLengthPercents[i])] = profile.length_quantiles[i];
  for (const auto& role : profile.roles)
    json["roles"][std::string(role_name(role.role))] = {{"values", role.values},
                                                        {"missing", role.missing},
                                                        {"largest", role.largest},
                                                        {"largest_documents", role.largest_documents}};
  if (profile.author_topic) {
    const auto& cells = *profile.author_topic;
    auto& at = json["author_topic"];
    at["authors"] = cells.authors;
    at["topics"] = cells.topics;
    at["filled_cells"] = cells.filled_cells;
    at["density"] = cells.density;
    at["median_documents_in_cell"] = cells.median_documents_in_cell;
    at["authors_with_two_documents"] = cells.authors_with_two_documents;
    at["authors_in_two_topics"] = cells.authors_in_two_topics;
    at["authors_in_five_topics"] = cells.authors_in_five_topics;
    at["same_author_pairs"] = cells.same_author_pairs;
    at["same_author_cross_topic_pairs"] = cells.same_author_cross_topic_pairs;
    for (const auto& count : cells.topic_counts)
      at["topics_with"].push_back(
          {{"at_least", count.at_least}, {"topics", count.topics}, {"documents", count.documents}});
  }
  json["studies"] = Json::array();
  for (const auto& ability : profile.abilities)
    json["studies"].push_back(
        {{"study", ability.study}, {"possible", ability.possible}, {"why", ability.sentence}});
  return json;
}

Json to_json(const Duplicates& duplicates, const Corpus& corpus, const CheckArgs& args) {
  Json json;
  json["exact_documents"] = duplicates.exact_documents;
  json["exact"] = Json::array();
  for (const auto& group : duplicates.exact) {
    Json ids = Json::array();
    for (const uint32_t row : group) ids.push_back(corpus.id(row));
    json["exact"].push_back(std::move(ids));
  }
  if (args.no_near) return json;
  json["near_threshold"] = args.near_threshold;
  json["near_tokens"] = args.near_tokens;
  json["near_all"] = duplicates.all_near;
  json["near_documents"] = duplicates.near_documents;
  json["near_too_short"] = duplicates.too_short;
  json["pairs_with_copies"] = duplicates.all_pairs;
  json["near"] = Json::array();
  for (const auto& pair : duplicates.near)
    json["near"].push_back(
        {{"a", corpus.id(pair.a)}, {"b", corpus.id(pair.b)}, {"similarity", pair.similarity}});
  return json;
}

std::string percent(uint64_t part, uint64_t whole) {
  return fmt::format("{:.1f} %",
                     whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string print_columns(const ReadReport& report) {
  std::string out = fmt::format("columns ({})\n", format_name(report.format));
  const auto line = [&](std::string_view role, const std::string& column, std::string_view without) {
    out += column.empty() ? fmt::format("  {:<8} {}\n", role, without)
                          : fmt::format("  {:<8} \"{}\"\n", role, printable_line(column));
  };
  line("text", report.text_column, "-");
  line("id", report.id_column, "made from the row number");
  for (const Role role : kRoles) line(role_name(role), report.role_columns[static_cast<size_t>(role)], "-");
  if (report.skipped + report.repaired > 0)
    out +=
        fmt::format("   {} of {} rows left out, {} repaired\n", report.skipped, report.rows, report.repaired);
  return out;
}

std::string print_profile(const CorpusProfile& profile) {
  std::string out = fmt::format("documents {}   text {:.1f} MB   empty texts {}\n", profile.documents,
                                static_cast<double>(profile.text_bytes) / 1e6, profile.empty_texts);
  out += "length in characters";
  for (size_t i = 0; i < kLengthPercents.size(); ++i) {
    const int percent_rank = kLengthPercents[i];
    out += fmt::format("   {} {}",
                       percent_rank == 0     ? "least"
                       : percent_rank == 100 ? "most"
                                             : fmt::format("{} %", percent_rank),
                       profile.length_quantiles[i]);
  }
  out += "\n";
  for (const auto& role : profile.roles)
    out += fmt::format("{:<8} {} values, largest \"{}\" with {} documents ({}){}\n", role_name(role.role),
                       role.values, printable_line(role.largest), role.largest_documents,
                       percent(role.largest_documents, profile.documents),
                       role.missing > 0 ? fmt::format(", {} documents without", role.missing) : "");
  if (!profile.author_topic) return out;
  const auto& cells = *profile.author_topic;
  out += fmt::format(
      "authors x topics: {} of {} cells filled ({:.2f} %), median {:g} documents in a filled cell\n",
      cells.filled_cells, uint64_t{cells.authors} * cells.topics, 100 * cells.density,
      cells.median_documents_in_cell);
  out += "topics with at least";
  for (const auto& count : cells.topic_counts)
    if (count.topics > 0) out += fmt::format("   {} documents: {}", count.at_least, count.topics);
  return out + "\n";
}

std::string print_duplicates(const Duplicates& duplicates, const Corpus& corpus, const CheckArgs& args) {
  std::string out = fmt::format("duplicates: {} documents repeat another word for word, in {} groups\n",
                                duplicates.exact_documents, duplicates.exact.size());
  for (size_t i = 0; i < std::min(kShownDuplicates, duplicates.exact.size()); ++i) {
    const auto& group = duplicates.exact[i];
    for (size_t k = 0; k < std::min(kShownDuplicates, group.size()); ++k)
      out += fmt::format("{}{}", k == 0 ? "  " : " = ", printable_line(corpus.id(group[k])));
    out += group.size() > kShownDuplicates ? fmt::format(" and {} more\n", group.size() - kShownDuplicates)
                                           : "\n";
  }
  if (args.no_near) return out;
  // A copy of a text is a near duplicate of the text itself, and of everything that the text is near to.
  const std::string with_copies = duplicates.all_near && duplicates.all_pairs > duplicates.near.size()
                                      ? fmt::format(" ({} pairs if each copy counts)", duplicates.all_pairs)
                                      : "";
  out += fmt::format(
      "near duplicates: {} documents share {:g} % of their {} with another text, in {}{} pairs of texts{}\n",
      duplicates.near_documents, 100 * args.near_threshold, tokens_in_words(args),
      duplicates.all_near ? "" : "more than ", duplicates.near.size(), with_copies);
  if (duplicates.too_short > 0) out += too_short_text(duplicates.too_short);
  for (size_t i = 0; i < std::min(kShownDuplicates, duplicates.near.size()); ++i) {
    const auto& pair = duplicates.near[i];
    out += fmt::format("  {} ~ {} ({:.0f} %)\n", printable_line(corpus.id(pair.a)),
                       printable_line(corpus.id(pair.b)), 100 * pair.similarity);
  }
  return out;
}

Status check_corpus(const Corpus& corpus, const ReadReport& report, const CheckArgs& args) {
  const CorpusProfile profile = profile_corpus(corpus);
  SF_ASSIGN(const CheckedData data,
            checked_data(corpus, std::vector<Fold>(), args.findings.groups, duplicate_options(args)));
  const Duplicates& duplicates = data.duplicates;
  const Findings findings(data, args.findings);
  if (args.json) {
    Json json;
    json["corpus"] = corpus.name();
    json["data_hash"] = corpus.data_hash();
    json["read"] = to_json(report);
    json["profile"] = to_json(profile);
    json["duplicates"] = to_json(duplicates, corpus, args);
    findings.add_to(json);
    print(json_text(json, 2) + "\n");
  } else {
    std::string out =
        print_columns(report) + print_profile(profile) + print_duplicates(duplicates, corpus, args);
    out += "studies\n";
    for (const auto& ability : profile.abilities)
      out += fmt::format("  {} {}\n", ability.possible ? "+" : "-", ability.sentence);
    print(out + findings.text());
  }
  return findings.status(corpus.name());
}

// Compares every file of a run with its recorded digest.
Status check_run(const std::string& folder, bool json) {
  SF_ASSIGN(const RunStatus status, read_status(RunFolder(folder), Check::digests));
  print(json ? json_text(status_to_json(status), 1) + "\n" : status_text(status));
  if (!status.damaged.empty())
    return fail(ErrorKind::check_failed, fmt::format("{}: {} damaged, the first: {}", folder,
                                                     status.damaged.size(), status.damaged.front().reason));
  return status.complete() ? Status() : fail(ErrorKind::incomplete, folder + ": the run is not complete");
}

}  // namespace

Command check_command() {
  return {
      "check", "Describe a corpus and the studies it can carry; verify a splits.json", [](Args& args) {
        auto given = std::make_shared<CheckArgs>();
        given->corpus.declare(args, false);
        args.text("TEST", given->test,
                  "A second file, of any tool: list its documents that have a near duplicate in CORPUS, the "
                  "training file")
            .path();
        args.text("--splits", given->splits,
                  "Verify this split (splits.json, or lists that exports write) against the corpus instead, "
                  "and examine its sides; with --near: list the test documents that have a near duplicate on "
                  "the training side")
            .path();
        given->cues.declare(args);
        args.text(
                "--of", given->of,
                "Original split of the matched control in --splits: each side must have as many documents of "
                "each class and of each value matched")
            .path();
        given->encoder.declare(args);
        given->vector_leaks.declare(args);
        args.number(
            "--near", given->near_threshold,
            "Near duplicates share at least this part of their tokens (Jaccard similarity, 0.3 to 1); all "
            "pairs are found, up to 20 million");
        args.choice(
            "--near-tokens", given->near_tokens, {"runs", "words"},
            "Tokens: runs of five words of letters and digits, or single words between white space (for "
            "short texts)");
        given->near_given = args.given("--near");
        given->near_tokens_given = args.given("--near-tokens");
        args.flag("--no-near", given->no_near, "Look for exact duplicates only");
        given->findings.declare(args);
        args.flag("--fail-on-duplicates", given->fail_on_duplicates,
                  "Exit with 1 if there are duplicates, exact or near: --fail-on SF301 --fail-on SF302");
        args.flag("--json", given->json, "Print one JSON document with everything, all duplicates by id");
        args.footer(
            "CORPUS may also be the folder of a run; check then verifies that every file is as it was "
            "written.\n"
            "Exit code 1: a finding counts as a problem (docs/checks.md), or a splits.json or a run is not "
            "as it should be.");
        args.example("standfast check corpus.jsonl", "Describe a corpus and the studies it can carry");
        args.example("standfast check corpus.jsonl --splits splits.json --group topic",
                     "Check that a split is of this corpus and that no topic is on both sides");
        return [given]() -> Status {
          if (!(given->near_threshold >= 0.3 && given->near_threshold <= 1))
            return usage_error("--near must be between 0.3 and 1");
          if (given->no_near && (given->near_given() || given->near_tokens_given()))
            return usage_error(
                "check: --no-near looks for no near duplicates; leave --near and --near-tokens away");
          SF_TRY(given->findings.resolve());
          // A check that does not run cannot fail.
          for (const auto& [code, looked_for] : {std::pair("SF301", true), {"SF302", !given->no_near}}) {
            if (!given->fail_on_duplicates || !looked_for) continue;
            if (given->findings.ignores(code))
              return usage_error(
                  fmt::format("check: --fail-on-duplicates and --ignore {} contradict each other", code));
            given->findings.fail_on.emplace_back(code);
          }
          SF_TRY(given->vector_leaks.check(
              !given->splits.empty(), !given->test.empty() && !given->cues.given(), given->encoder.given()));
          SF_TRY(keep_inputs("--out", given->vector_leaks.out,
                             together({{given->corpus.path, given->splits, given->vector_leaks.vectors},
                                       given->encoder.files()})));
          if (!given->of.empty() && given->splits.empty())
            return usage_error(
                "check: --of is the split that the control of --splits was made from; give --splits too");
          CorpusArgs read = given->corpus;
          read.also_read(given->findings.groups, "group");
          if (given->cues.given()) {
            if (!given->corpus.path.empty() || !given->splits.empty())
              return usage_error(
                  "check: --shortcut and --train name the files; leave CORPUS and --splits away");
            return check_cues(given->cues, read, duplicate_options(*given), given->findings, given->json);
          }
          if (given->corpus.path.empty())
            return usage_error("check: CORPUS is missing (or --shortcut DIR, or --train FILE --test FILE)");
          if (!given->test.empty()) {
            if (!given->splits.empty()) return usage_error("check: give a second file or --splits, not both");
            return check_two_files(read, given->test, duplicate_options(*given), given->findings,
                                   given->json);
          }
          if (is_there(given->corpus.path + "/provenance.json")) {
            if (!given->findings.fail_on.empty())
              return usage_error(
                  "check: --fail-on and --fail-on-duplicates are about documents, and the documents of a run "
                  "are not examined");
            return check_run(given->corpus.path, given->json);
          }
          ReadReport report;
          if (!given->splits.empty() && given->splits != "-") {
            // A split names the columns that it keeps whole, purges by or matches.
            std::string text;
            if (!is_folder(given->splits)) {
              SF_ASSIGN(text, read_file(given->splits));
            }
            const auto form = form_of_split(given->splits, text);
            if (!form) return Failure(form.error());
            if (*form == SplitForm::splits_json) {
              SF_ASSIGN(const SplitsFile file, parse_splits(text, given->splits));
              read.also_read(columns_to_check(file.split));
            }
          }
          SF_ASSIGN(const Corpus corpus, read.read(&report));
          if (given->vector_leaks.given()) {
            if (!given->of.empty())
              return usage_error("check: --tau and --of ask two questions of --splits; ask them one by one");
            if (given->near_given())
              return usage_error(
                  "check: --near and --tau (or --vectors) ask two questions of --splits; ask them one by "
                  "one");
            SF_ASSIGN(const VerifiedSplit verified, verified_split(corpus, given->splits));
            return check_vector_leaks(corpus, given->splits, verified, given->vector_leaks, given->encoder,
                                      duplicate_options(*given), given->findings, given->json);
          }
          if (given->encoder.given() && !given->splits.empty() &&
              (given->near_given() || corpus.column(Role::topic) == nullptr))
            return usage_error(fmt::format(
                "check: --encoder compares topics, and {}; with --tau 0.9 it compares the documents of the "
                "sides",
                given->near_given() ? "--near looks at documents" : corpus.name() + " has none"));
          if (!given->of.empty() && given->near_given())
            return usage_error("check: --near and --of ask two questions of --splits; ask them one by one");
          if (!given->splits.empty() && given->near_given()) {
            SF_ASSIGN(const VerifiedSplit verified, verified_split(corpus, given->splits));
            return check_near_leaks(corpus, given->splits, verified, duplicate_options(*given),
                                    given->findings, given->json);
          }
          if (!given->splits.empty()) {
            SF_ASSIGN(const TopicEncoder encoder, given->encoder.topics());
            return check_splits_against(corpus, given->splits, given->of, given->json, encoder,
                                        duplicate_options(*given), given->findings, available_threads());
          }
          if (given->encoder.given()) return usage_error("check: --encoder compares topics of --splits");
          return check_corpus(corpus, report, *given);
        };
      }};
}

}  // namespace standfast::cli

// standfast scan: words, forms and columns of a corpus that predict its labels beyond chance, and the worth
// of each.
#include "standfast/analysis/scan/scan.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/shortcuts/scan_tables.h"
#include "cli/show_tables.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/model/classify/classifier.h"

namespace standfast::cli {
namespace {

struct ScanArgs {
  CorpusArgs corpus;
  std::string target = "label", group, correction = "bh", classifier = "naive-bayes", preset, out;
  std::map<std::string, OptionValue> settings;
  std::vector<std::string> fail_on, without_columns;
  int64_t min_count = 10, words = 3, top = 30, worth = 5, folds = 5, examples = 3, seed = 0, jobs = 0;
  double q = 0.05;
  bool no_form = false, json = false, with_text = false;
};

const std::vector<std::string>& kinds_of_cues() {
  static const std::vector<std::string> kinds = {"any",       "words",  "form",  "first-word",
                                                 "last-word", "length", "column"};
  return kinds;
}

std::string flag_of(CueKind kind) {
  std::string name(kind_name(kind));
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

Status check_flags(const ScanArgs& given) {
  if (!(given.q > 0 && given.q < 1)) return usage_error("scan: --q must be above 0 and below 1");
  if (given.min_count < 2) return usage_error("scan: --min-count must be at least 2");
  if (given.words > 8) return usage_error("scan: --words: runs of at most 8 words");
  if (given.folds < 2 || given.folds > 100) return usage_error("scan: --folds must be between 2 and 100");
  for (const auto& kind : given.fail_on)
    if (std::find(kinds_of_cues().begin(), kinds_of_cues().end(), kind) == kinds_of_cues().end()) {
      const auto hint = nearest_name(kind, kinds_of_cues());
      return usage_error(
          fmt::format("scan --fail-on: there is no kind of cue \"{}\"{}", kind,
                      hint.empty() ? " (there are: any, words, form, first-word, last-word, length, column)"
                                   : fmt::format("; did you mean \"{}\"?", hint)));
    }
  return {};
}

// Returns check_failed if a cue of a kind named by --fail-on was found.
Status status_of(const ScanArgs& given, const Scan& scan) {
  const auto asked = [&](const std::string& kind) {
    return std::find(given.fail_on.begin(), given.fail_on.end(), kind) != given.fail_on.end();
  };
  // A word that opens all its texts is shown as a first word, but it still counts as a word.
  const auto name_asked_for = [&](const Cue& cue) -> const std::string* {
    if (asked("any") || asked(flag_of(cue.kind))) return &cue.name;
    for (const CueName& same : cue.also)
      if (asked(flag_of(same.kind))) return &same.name;
    return nullptr;
  };
  size_t counted = 0;
  const CueFinding* first = nullptr;
  const std::string* name = nullptr;
  for (const uint32_t k : scan.first_of_cue) {
    const CueFinding& found = scan.tests.findings[k];
    const std::string* const here = name_asked_for(scan.cue(found));
    if (here == nullptr) continue;
    if (first == nullptr) {
      first = &found;
      name = here;
    }
    ++counted;
  }
  if (first == nullptr) return {};
  return fail(
      ErrorKind::check_failed,
      fmt::format("{}: {} cue{} of a kind of --fail-on; the first: \"{}\" goes with {} (q {:.2g})",
                  given.corpus.path, counted, counted == 1 ? "" : "s", *name, scan.label(*first), first->q));
}

// Warns of few groups: nothing can then be distinguished from chance, and an empty list would suggest that
// all is well.
void warn_of_few_groups(const ScanArgs& given, const Scan& scan) {
  const auto& tests = scan.tests;
  const double asked = given.q / static_cast<double>(std::max<uint64_t>(1, tests.tests));
  if (tests.least_p <= asked) return;
  terminal().warn(fmt::format(
      "--group {}: {} groups are too few for {} tests. Even a cue that stands in all documents of a label "
      "and in no other "
      "has p {:.2g} where groups count, and one cue alone needs {:.2g}. Without --group documents count; ask "
      "for fewer "
      "cues with --words 1, --no-form or a larger --min-count",
      given.group, scan.units.groups, tests.tests, tests.least_p, asked));
}

Status run(const ScanArgs& given) {
  SF_TRY(check_flags(given));
  SF_TRY(keep_inputs("--out", given.out,
                     together({{given.corpus.path},
                               files_named(classifiers(), given.classifier, given.settings, given.preset)})));
  SF_ASSIGN(const auto* const entry, classifiers().find(given.classifier));
  if (entry->traits.pretrained)
    return usage_error(
        fmt::format("scan: --classifier {}: it is not trained here, and --worth compares a classifier that "
                    "learned with a cue to one that learned without it; name one that learns "
                    "(standfast ls classifiers)",
                    entry->name));
  SF_ASSIGN(const Options classifier_options,
            classifiers().resolve(entry->name, given.settings, given.preset));
  CorpusArgs read = given.corpus;
  read.also_read({given.target}, "target");
  if (!given.group.empty()) read.also_read({given.group}, "group");
  SF_ASSIGN(const Corpus corpus, read.read());
  ScanOptions options;
  options.target = given.target;
  options.group = given.group;
  options.without_columns = given.without_columns;
  options.cues = {static_cast<uint32_t>(given.words), static_cast<uint64_t>(given.min_count), !given.no_form};
  options.tests = {
      given.q, given.correction == "by" ? Correction::benjamini_yekutieli : Correction::benjamini_hochberg,
      threads_of(given.jobs)};
  options.seed = static_cast<uint64_t>(given.seed);
  SF_ASSIGN(Scan scan, scan_corpus(corpus, options));
  warn_of_few_groups(given, scan);
  std::optional<ClassifierWorth> worth;
  std::vector<uint32_t> asked;
  for (size_t k = 0; k < std::min(static_cast<size_t>(given.worth), scan.first_of_cue.size()); ++k)
    asked.push_back(scan.tests.findings[scan.first_of_cue[k]].cue);
  if (!asked.empty()) {
    SF_ASSIGN(worth, cue_worth(corpus, scan.units, scan.cues, asked,
                               {.classifier = entry->name,
                                .options = classifier_options,
                                .folds = static_cast<uint8_t>(given.folds),
                                .seed = options.seed,
                                .threads = options.tests.threads,
                                .sink = &terminal()}));
  }
  if (!given.with_text) mask_private_words(corpus, scan);
  const ScanExamples examples{&corpus, static_cast<size_t>(given.examples), given.with_text};
  const auto top = static_cast<size_t>(given.top);
  const report::Table table = findings_table(scan, options, worth ? &*worth : nullptr, top);
  if (!given.out.empty()) {
    SF_TRY(write_file(given.out, to_csv(table)));
    terminal().info(fmt::format("{} findings in {}", scan.tests.findings.size(), given.out));
  }
  if (given.json) {
    print(json_text(scan_json(scan, options, worth ? &*worth : nullptr, entry->name, examples), 1) + "\n");
  } else {
    std::string text = shown_table(table);
    if (worth) text += shown_table(worth_table(scan, *worth, entry->name));
    if (!scan.first_of_cue.empty() && examples.most > 0) text += shown_examples(scan, top, examples);
    print(text);
  }
  return status_of(given, scan);
}

}  // namespace

Command scan_command() {
  return {
      "scan",
      "Find words, forms and columns that predict the label of a corpus beyond chance, and measure the worth "
      "of each",
      [](Args& args) {
        auto given = std::make_shared<ScanArgs>();
        given->corpus.declare(args);
        args.text("--target", given->target,
                  "Target of the prediction: a role (label, author ...) or a column")
            .column();
        args.text("--group", given->group,
                  "Documents of one value of this column (author, topic, thread) are not independent: a cue "
                  "counts by "
                  "groups")
            .column();
        args.repeated("--without-column", given->without_columns,
                      "Role or column that is not a cue, such as the label that --target was made from")
            .column();
        args.number("--q", given->q, "Largest expected share of false findings");
        args.choice("--correction", given->correction, {"bh", "by"},
                    "Benjamini-Hochberg, or Benjamini-Yekutieli for any dependence between tests");
        args.count("--min-count", given->min_count,
                   "Least number of documents with a cue, and of documents without it");
        args.count("--words", given->words, "Most words in a run; 0: no words");
        args.flag("--no-form", given->no_form, "Leave out form, length, first and last word");
        args.count("--top", given->top, "Number of cues shown on the terminal; --json and --out have all");
        args.count("--worth", given->worth,
                   "Number of cues for which the loss of a classifier without them is measured; 0: none");
        std::vector<std::string> names_of_classifiers;
        for (const auto& entry : classifiers().entries()) names_of_classifiers.push_back(entry.name);
        args.text("--classifier", given->classifier, "The classifier of --worth (standfast ls classifiers)")
            .named(names_of_classifiers);
        args.settings("--set", given->settings, "Option of the classifier, e.g. --set word-n=1-2");
        args.text("--preset", given->preset, "Preset of the classifier");
        args.count("--folds", given->folds, "Folds of the cross-validation of --worth");
        args.count("--examples", given->examples,
                   "Ids of documents for each cue, of the label and of others");
        args.flag(
            "--with-text", given->with_text,
            "Also show the texts of these documents, and cues with their numbers, addresses and rare words");
        args.repeated(
            "--fail-on", given->fail_on,
            "Exit with 1 if a cue of this kind is found: any, words, form, first-word, last-word, length, "
            "column; repeat for several");
        args.count("--seed", given->seed, "Seed of the halves and folds");
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "CSV file with all findings").new_file();
        args.flag("--json", given->json, "Print one JSON document with all findings");
        args.footer(
            "Roles and columns of --column are cues too, each value of them; --group and --target are not.\n"
            "z: Gardner et al. 2021, Competency Problems, EMNLP. q: Benjamini, Hochberg 1995. Groups: Rao, "
            "Scott 1992 "
            "(docs/scan.md).");
        args.example("standfast scan corpus.jsonl --target topic --worth 1 --folds 3",
                     "Find cues of the topic, and measure the worth of the first");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

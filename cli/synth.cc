// standfast synth: makes a corpus with a known truth.
#include "standfast/corpus/synth/synth.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/keep_inputs.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/read/format.h"

namespace standfast::cli {
namespace {

struct SynthArgs {
  SynthOptions options;
  int64_t seed = 1, jobs = 0;
  std::string out, table;
  bool json = false;
};

nlohmann::ordered_json corpus_json(const SynthOptions& options, const Synth::Written& written,
                                   const SynthTruth& truth) {
  nlohmann::ordered_json out;
  out["schema"] = "standfast-synth/1";
  out["options"] = {{"authors", options.authors},
                    {"topics", options.topics},
                    {"families", options.families},
                    {"documents", options.documents},
                    {"length", options.length},
                    {"style", options.style},
                    {"topic-strength", options.topic_strength},
                    {"overlap", options.overlap},
                    {"threads", options.threads},
                    {"thread-strength", options.thread_strength},
                    {"author-topic-correlation", options.author_topic_correlation},
                    {"seed", options.seed}};
  if (options.table)
    out["options"]["table"] = {{"topics", options.table->topics}, {"authors", options.table->authors}};
  out["documents"] = written.documents;
  out["text_bytes"] = written.text_bytes;
  auto& authors = out["authors"] = nlohmann::ordered_json::array();
  for (const auto& author : truth.authors)
    authors.push_back({{"author", author.name},
                       {"home_topics", author.home_topics},
                       {"words_per_sentence", author.words_per_sentence},
                       {"favourite_words", author.favourites}});
  auto& topics = out["topics"] = nlohmann::ordered_json::array();
  for (const auto& topic : truth.topics)
    topics.push_back({{"topic", topic.name}, {"family", topic.family}, {"documents", topic.documents}});
  return out;
}

Status run(const SynthArgs& args) {
  if (args.json && args.out == "-")
    return usage_error("synth: --json and --out - both want standard output; write the corpus to a file");
  SF_ASSIGN(const Format named, output_format(args.out));
  if (named != Format::jsonl)
    return usage_error(
        fmt::format("synth: {} is named like a {}, but JSON lines are written; name it .jsonl, and "
                    "`standfast convert` makes a {} of it",
                    args.out, named == Format::folder ? "folder" : "table",
                    named == Format::folder ? "folder" : "table"));
  SF_TRY(keep_inputs("--out", args.out, {args.table}));
  SynthOptions options = args.options;
  options.seed = static_cast<uint64_t>(args.seed);
  if (!args.table.empty()) {
    SF_ASSIGN(options.table, read_topic_counts(args.table));
    options.authors = static_cast<int64_t>(options.table->authors.size());
    options.topics = static_cast<int64_t>(options.table->topics.size());
    options.documents = static_cast<int64_t>(options.table->total());
    options.author_topic_correlation = 0;
    if (options.families == 0) options.families = options.topics;
  }
  // By default a family has three topics, like the default numbers of topics and families.
  if (options.families == 0)
    options.families = std::clamp<int64_t>((options.topics + 2) / 3, 1, SynthOptions().families);
  SF_ASSIGN(const Synth synth, Synth::make(options));
  const int threads = threads_of(args.jobs);
  SF_ASSIGN(const auto written, synth.write(args.out, threads, terminal()));
  if (args.json) {
    print(json_text(corpus_json(options, written, synth.truth()), 2) + "\n");
  } else {
    terminal().info(fmt::format(
        "{}: {} documents of {} authors on {} topics in {} families ({:.1f} MB of text), style {}, topic "
        "strength {}, "
        "overlap {}, author-topic correlation {}, seed {}",
        args.out == "-" ? "standard output" : args.out, written.documents, options.authors, options.topics,
        options.families, static_cast<double>(written.text_bytes) / 1e6, options.style,
        options.topic_strength, options.overlap, options.author_topic_correlation, options.seed));
  }
  return {};
}

}  // namespace

Command synth_command() {
  return {
      "synth", "Write a synthetic corpus with a known truth", [](Args& args) {
        auto given = std::make_shared<SynthArgs>();
        auto& o = given->options;
        o.families = 0;
        args.text("-o,--out", given->out,
                  "JSON lines file to write; .gz and .zst are compressed, - is stdout", true)
            .new_file();
        args.count("--authors", o.authors, "Authors");
        args.count("--topics", o.topics, "Topics");
        args.count("--families", o.families,
                   "Families of topics; topics of one family are nearly the same (0: one for "
                   "three topics, at most "
                   "12, and with --table as many\nas topics)");
        args.count("--documents", o.documents, "Documents");
        args.count("--length", o.length, "Words of an average document");
        args.number("--style", o.style, "Strength of the authors' habits; 0: all write alike");
        args.number("--topic-strength", o.topic_strength, "Share of content words that depend on the topic");
        args.number("--overlap", o.overlap,
                    "Share of these words that the topics of a family have in common");
        args.count("--threads", o.threads, "Threads of an author within a topic; 0: none");
        args.number("--thread-strength", o.thread_strength,
                    "Share of content words that belong to one thread; topic strength then applies to the "
                    "others");
        args.number("--author-topic-correlation", o.author_topic_correlation,
                    "Share of an author's documents that is kept for two home topics");
        args.text("--table", given->table,
                  "A replica: CSV of documents by topic and author (first cell \"topic\"); instead of "
                  "--authors, "
                  "--topics,\n--documents and --author-topic-correlation")
            .file();
        args.count("--seed", given->seed, "Same seed, same bytes");
        args.jobs(given->jobs);
        args.flag("--json", given->json, "Print what was planted as JSON");
        args.footer(
            "Every document carries author, topic and family. With --style 0 the author cannot be known from "
            "the habits of\nwriting, so a verifier can find nothing but topic.");
        args.example(
            "standfast synth --authors 24 --topics 12 --families 4 --documents 480 --length 80 --out "
            "corpus.jsonl",
            "Write a corpus of 24 authors and 12 topics with a known truth");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli

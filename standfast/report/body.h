// The body of the page: headlines, tables, and slots that the script fills with figures.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/forensic.h"
#include "standfast/report/judgement.h"
#include "standfast/report/ranking_section.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"
#include "standfast/report/table.h"

namespace standfast::report {

class Body {
 public:
  Body(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
       const std::vector<ForensicCell>& forensic, const Judgement& judgement,
       const std::vector<std::string>& headlines, double level);
  const std::vector<Table>& tables() const { return tables_; }  // every table of the page, in its order
  std::string html() const { return html_; }

 private:
  void add(const Table& table, const std::string& metric = "");
  // hidden: behind a line to click on.
  void add_hidden(const Table& table);
  void figure(const std::string& name, size_t corpus, const std::string& title, const std::string& caption);
  void corpus_section(const RunRecords& run, const Summary& summary, const RankingSection& ranking,
                      const std::vector<ForensicCell>& forensic, size_t corpus, double level);
  void verification_part(const RunRecords& run, const Summary& summary,
                         const std::vector<ForensicCell>& forensic, size_t corpus,
                         double level);  // body_verification.cc
  void classification_part(const RunRecords& run, const Summary& summary, size_t corpus,
                           double level);                               // body_classification.cc
  void style_part(const RunRecords& run, size_t corpus, double level);  // body_classification.cc
  void forensic_section(const RunRecords& run, const Summary& summary,
                        const std::vector<ForensicCell>& forensic, size_t corpus,
                        double level);  // body_forensic.cc
  void ranking_part(const RunRecords& run, const RankingSection& ranking, size_t corpus, double level);

  std::vector<Table> tables_;
  std::string html_;
};

}  // namespace standfast::report

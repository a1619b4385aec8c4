#include "standfast/corpus/read/rewrites.h"
#include "standfast/study/auxiliary/kinds.h"

namespace standfast {
namespace {

class RewritesReader final : public AuxiliaryReader {
 public:
  explicit RewritesReader(RewriteColumns columns) : columns_(std::move(columns)) {}

  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const Rewrites rewrites, read_rewrites(path, columns_));
    AuxiliaryContent content;
    content.entries = rewrites.all().size();
    content.ids.reserve(rewrites.all().size());
    for (const auto& one : rewrites.all()) content.ids.push_back(one.id);
    return content;
  }

 private:
  RewriteColumns columns_;
};

}  // namespace

AuxiliaryCatalog::Entry rewrites_kind() {
  const auto table = rewrite_column_table();
  return {.name = std::string(kRewritesKind),
          .summary = "Other wordings of documents: CSV, TSV or JSON lines with an id and a text in each row.",
          .citation = "",
          .traits = {.holds = "rewrites", .joined_by_id = true},
          .options = table,
          .make = made_as<AuxiliaryReader, RewritesReader>(table)};
}

}  // namespace standfast

#include "standfast/shortcut/draw/text_pool.h"
#include "standfast/study/auxiliary/kinds.h"

namespace standfast {
namespace {

class PoolReader final : public AuxiliaryReader {
 public:
  explicit PoolReader(PoolColumns columns) : columns_(std::move(columns)) {}

  Result<AuxiliaryContent> read(const std::string& path) const override {
    SF_ASSIGN(const TextPool pool, read_pool(path, columns_, {}));
    return AuxiliaryContent{.entries = pool.texts.size()};
  }

 private:
  PoolColumns columns_;
};

}  // namespace

AuxiliaryCatalog::Entry pool_kind() {
  const auto table = pool_column_table();
  return {
      .name = std::string(kPoolKind),
      .summary =
          "Texts to be joined to documents: CSV, TSV or JSON lines with a text and its rating in each row.",
      .citation = "",
      .traits = {.holds = "texts"},
      .options = table,
      .make = made_as<AuxiliaryReader, PoolReader>(table)};
}

}  // namespace standfast

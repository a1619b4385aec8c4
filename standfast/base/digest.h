// SHA-256, for everything that is named after its content: corpora, artifacts, cells, splits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace standfast {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& add(std::string_view bytes);
  // Adds the length, then the bytes: two different lists of fields never give the same stream.
  Sha256& add_field(std::string_view bytes);
  Sha256& add_number(uint64_t number);  // eight bytes, little endian
  std::string hex();                    // 64 lower-case hex digits; the object is spent afterwards

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace standfast

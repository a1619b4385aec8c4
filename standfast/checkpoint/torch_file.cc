#include "standfast/checkpoint/torch_file.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/result.h"
#include "standfast/checkpoint/pickle.h"

namespace standfast {
namespace {

// Members of a zip file that are stored without compression, located by their bytes. PyTorch packs its files
// so. (APPNOTE.TXT - .ZIP File Format Specification 6.3, sections 4.3 and 4.5.3.)

constexpr uint32_t kEnd = 0x06054b50, kEnd64 = 0x06064b50, kLocator = 0x07064b50, kMember = 0x02014b50,
                   kLocal = 0x04034b50;

constexpr uint32_t kElsewhere = 0xFFFFFFFF;  // the 64-bit extension has the number
constexpr size_t kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20, kMemberBytes = 46, kLocalBytes = 30;
constexpr size_t kLongestComment = 65535;

class Zip {
 public:
  Zip(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  Result<std::map<std::string, std::string_view>> members() const {
    SF_ASSIGN(uint64_t at, directory());
    std::map<std::string, std::string_view> out;
    while (has(at, kMemberBytes) && number<uint32_t>(at) == kMember) {
      const size_t name_bytes = number<uint16_t>(at + 28), extra_bytes = number<uint16_t>(at + 30),
                   comment_bytes = number<uint16_t>(at + 32);
      const uint64_t end = at + kMemberBytes + name_bytes + extra_bytes + comment_bytes;
      if (end > bytes_.size()) return damaged();
      const std::string name(bytes_.substr(at + kMemberBytes, name_bytes));
      SF_ASSIGN(const auto content,
                content_of(at, name, bytes_.substr(at + kMemberBytes + name_bytes, extra_bytes)));
      if (!out.emplace(name, content).second)
        return data_error(fmt::format("{}: the zip file has the member \"{}\" twice", file_, name));
      at = end;
    }
    return out;
  }

 private:
  Failure damaged() const {
    return data_error(
        fmt::format("{}: the zip file is damaged or cut short; is the download incomplete?", file_));
  }
  bool has(uint64_t at, uint64_t count) const { return at <= bytes_.size() && count <= bytes_.size() - at; }
  template <class T>
  T number(uint64_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }

  // Returns the beginning of the list of members.
  Result<uint64_t> directory() const {
    if (bytes_.size() < kEndBytes) return damaged();
    const size_t last = bytes_.size() - kEndBytes, first = last - std::min(last, kLongestComment);
    for (size_t at = last + 1; at-- > first;) {
      if (number<uint32_t>(at) != kEnd) continue;
      if (at >= kLocatorBytes && number<uint32_t>(at - kLocatorBytes) == kLocator) {
        const auto wide = number<uint64_t>(at - kLocatorBytes + 8);
        if (!has(wide, kEnd64Bytes) || number<uint32_t>(wide) != kEnd64) return damaged();
        return number<uint64_t>(wide + 48);
      }
      return number<uint32_t>(at + 16);
    }
    return damaged();
  }

  Result<std::string_view> content_of(uint64_t at, const std::string& name, std::string_view extra) const {
    if ((number<uint16_t>(at + 8) & 1) != 0 || number<uint16_t>(at + 10) != 0)
      return data_error(fmt::format(
          "{}: the member \"{}\" of the zip file is compressed; PyTorch stores its files uncompressed", file_,
          name));
    uint64_t packed = number<uint32_t>(at + 20), size = number<uint32_t>(at + 24),
             local = number<uint32_t>(at + 42);
    // The extension has the values that do not fit, in this order: size, packed size, place.
    while (extra.size() >= 4) {
      uint16_t kind = 0, count = 0;
      std::memcpy(&kind, extra.data(), 2);
      std::memcpy(&count, extra.data() + 2, 2);
      if (count > extra.size() - 4) break;
      std::string_view field = extra.substr(4, count);
      extra.remove_prefix(4U + count);
      if (kind != 1) continue;
      for (uint64_t* value : {&size, &packed, &local}) {
        if (*value != kElsewhere) continue;
        if (field.size() < 8) return damaged();
        std::memcpy(value, field.data(), 8);
        field.remove_prefix(8);
      }
    }
    if (packed != size || !has(local, kLocalBytes) || number<uint32_t>(local) != kLocal) return damaged();
    const uint64_t begin = local + kLocalBytes + number<uint16_t>(local + 26) + number<uint16_t>(local + 28);
    if (!has(begin, size)) return damaged();
    return bytes_.substr(begin, size);
  }

  std::string_view bytes_;
  const std::string& file_;
};

// Returns the members by name; each lies in `bytes`. A data error for a damaged, packed or encrypted file,
// and for a name that stands twice.
Result<std::map<std::string, std::string_view>> stored_members(std::string_view bytes,
                                                               const std::string& file) {
  return Zip(bytes, file).members();
}

using Kind = PickleValue::Kind;

// The bytes of each storage, by its key.
using Storages = std::map<std::string, std::string_view, std::less<>>;

// The magic number: 10 bytes, little-endian, behind the opcodes PROTO 2 and LONG1 10.
constexpr std::string_view kLegacyMagic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 14);
constexpr int64_t kLegacyProtocol = 1001;

struct StorageType {
  std::string_view name;
  NumberFormat format;
};
constexpr StorageType kTypes[] = {
    {"FloatStorage", {TensorType::f32, 4}},     {"HalfStorage", {TensorType::f16, 2}},
    {"BFloat16Storage", {TensorType::bf16, 2}}, {"DoubleStorage", {TensorType::f64, 8}},
    {"LongStorage", {TensorType::i64, 8}},      {"IntStorage", {TensorType::i32, 4}},
    {"ShortStorage", {TensorType::i16, 2}},     {"CharStorage", {TensorType::i8, 1}},
    {"ByteStorage", {TensorType::u8, 1}},       {"BoolStorage", {TensorType::boolean, 1}}};

Result<NumberFormat> format_of(const PickleValue& storage, const std::string& file) {
  for (const StorageType& type : kTypes)
    if (type.name == storage.type) return type.format;
  return data_error(fmt::format("{}: numbers of \"{}\" are not supported", file, storage.type));
}

bool has_tensors(const Pickle& pickle, const PickleValue& dict) {
  for (size_t i = 1; i < dict.items.size(); i += 2)
    if (pickle.at(dict.items[i]).kind == Kind::tensor) return true;
  return false;
}

// Finds the state dict. A training checkpoint also has the states of its optimizer, whose tensors lie deeper
// or have numbers as names.
const PickleValue* state_dict(const Pickle& pickle) {
  const PickleValue& root = pickle.at(pickle.root);
  if (root.kind != Kind::dict) return nullptr;
  if (has_tensors(pickle, root)) return &root;
  const PickleValue* found = nullptr;
  for (size_t i = 0; i + 1 < root.items.size(); i += 2) {
    const PickleValue& key = pickle.at(root.items[i]);
    const PickleValue& value = pickle.at(root.items[i + 1]);
    if (value.kind != Kind::dict || !has_tensors(pickle, value)) continue;
    if (key.text == "state_dict" || key.text == "model_state_dict") return &value;
    if (found == nullptr) found = &value;
  }
  return found;
}

// Returns whether numbers lie one row behind the other; strides of dimensions with one number do not count.
bool is_dense(const TensorInfo& tensor, const std::vector<uint64_t>& strides) {
  uint64_t expected = 1;
  for (size_t d = tensor.shape.size(); d-- > 0;) {
    if (tensor.shape[d] != 1 && strides[d] != expected) return false;
    expected *= tensor.shape[d];
  }
  return true;
}

Result<TensorInfo> tensor_of(const Pickle& pickle, const PickleValue& value, std::string name,
                             std::string_view bytes, const Storages& storages, const std::string& file) {
  const PickleValue& storage = pickle.at(value.storage);
  SF_ASSIGN(const NumberFormat format, format_of(storage, file));
  const auto found = storages.find(storage.text);
  if (found == storages.end() || found->second.size() < static_cast<uint64_t>(storage.whole) * format.bytes)
    return data_error(fmt::format(
        "{}: some numbers of the tensor \"{}\" are missing; is the download incomplete?", file, name));
  TensorInfo tensor;
  tensor.name = std::move(name);
  tensor.type = format.type;
  tensor.shape = value.sizes;
  // A shape may repeat numbers (stride 0), and no model's has more than its storage.
  uint64_t numbers = 1;
  for (const uint64_t size : tensor.shape)
    if (__builtin_mul_overflow(numbers, size, &numbers)) numbers = ~uint64_t{0};
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) numbers = 0;
  if (numbers > static_cast<uint64_t>(storage.whole))
    return data_error(fmt::format("{}: the tensor \"{}\" of shape {} has more numbers than its storage", file,
                                  tensor.name, shape_text(tensor.shape)));
  tensor.begin = static_cast<uint64_t>(found->second.data() - bytes.data());
  if (numbers > 0) {
    uint64_t last = value.offset;
    for (size_t d = 0; d < value.sizes.size(); ++d) last += (value.sizes[d] - 1) * value.strides[d];
    tensor.end = tensor.begin + (last + 1) * format.bytes;
    tensor.begin += value.offset * format.bytes;
    if (!is_dense(tensor, value.strides)) tensor.strides = value.strides;
  } else {
    tensor.end = tensor.begin;
  }
  return tensor;
}

Result<std::vector<TensorInfo>> tensors_of(const Pickle& pickle, std::string_view bytes,
                                           const Storages& storages, const std::string& file) {
  const PickleValue* dict = state_dict(pickle);
  if (dict == nullptr)
    return data_error(fmt::format("{}: it holds no tensors by name; save the model's state_dict()", file));
  std::vector<TensorInfo> out;
  std::map<std::string_view, size_t> place;  // as in Python, the last value of a name counts
  for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    const PickleValue& key = pickle.at(dict->items[i]);
    const PickleValue& value = pickle.at(dict->items[i + 1]);
    if (key.kind != Kind::text || value.kind != Kind::tensor) continue;
    SF_ASSIGN(auto tensor, tensor_of(pickle, value, std::string(key.text), bytes, storages, file));
    const auto [at, is_new] = place.emplace(key.text, out.size());
    if (is_new)
      out.push_back(std::move(tensor));
    else
      out[at->second] = std::move(tensor);
  }
  return out;
}

Result<std::vector<TensorInfo>> parse_zip(std::string_view bytes, const std::string& file) {
  SF_ASSIGN(const auto members, stored_members(bytes, file));
  const auto pickled = std::find_if(members.begin(), members.end(),
                                    [](const auto& member) { return member.first.ends_with("/data.pkl"); });
  if (pickled == members.end())
    return data_error(fmt::format("{}: the zip file has no member data.pkl; is it a file of PyTorch?", file));
  const std::string root = pickled->first.substr(0, pickled->first.size() - std::string("data.pkl").size());
  if (const auto order = members.find(root + "byteorder");
      order != members.end() && order->second != "little")
    return data_error(
        fmt::format("{}: its numbers are not little-endian; save it again on a little-endian machine", file));
  if (members.contains(root + "constants.pkl"))
    return data_error(fmt::format("{}: it is a program of TorchScript; save the model's state_dict()", file));
  SF_ASSIGN(const auto pickle, read_pickle(pickled->second, file));
  Storages storages;
  const std::string data = root + "data/";
  for (const auto& [name, content] : members)
    if (name.starts_with(data)) storages.emplace(name.substr(data.size()), content);
  return tensors_of(pickle, bytes, storages, file);
}

// Parses magic, protocol, facts of the system, the object, the keys of the storages, and for each its count
// and its numbers.
Result<std::vector<TensorInfo>> parse_legacy(std::string_view bytes, const std::string& file) {
  size_t at = 0;
  const auto next = [&]() -> Result<Pickle> {
    SF_ASSIGN(auto pickle, read_pickle(bytes.substr(at), file));
    at += pickle.bytes;
    return pickle;
  };
  SF_TRY(next());
  SF_ASSIGN(const auto protocol, next());
  if (protocol.at(protocol.root).whole != kLegacyProtocol)
    return data_error(fmt::format("{}: it has an unknown protocol of PyTorch", file));
  SF_ASSIGN(const auto system, next());
  const auto& facts = system.at(system.root).items;
  for (size_t i = 0; i + 1 < facts.size(); i += 2) {
    const PickleValue& value = system.at(facts[i + 1]);
    if (system.at(facts[i]).text == "little_endian" && value.kind == Kind::boolean && value.whole == 0)
      return data_error(fmt::format(
          "{}: its numbers are not little-endian; save it again on a little-endian machine", file));
  }
  SF_ASSIGN(const auto pickle, next());
  SF_ASSIGN(const auto keys, next());
  std::map<std::string_view, const PickleValue*> declared;
  for (const PickleValue& value : pickle.values)
    if (value.kind == Kind::storage) declared.emplace(value.text, &value);
  Storages storages;
  for (const PickleRef ref : keys.at(keys.root).items) {
    const auto storage = declared.find(keys.at(ref).text);
    if (storage == declared.end())
      return data_error(fmt::format("{}: it lists numbers that no tensor has; the file is damaged", file));
    SF_ASSIGN(const NumberFormat format, format_of(*storage->second, file));
    uint64_t count = 0;
    const bool is_said = bytes.size() - at >= sizeof count;
    if (is_said) {
      std::memcpy(&count, bytes.data() + at, sizeof count);
      at += sizeof count;
    }
    if (!is_said || count != static_cast<uint64_t>(storage->second->whole) ||
        count * format.bytes > bytes.size() - at)
      return data_error(
          fmt::format("{}: some of its numbers are missing; is the download incomplete?", file));
    storages.emplace(storage->first, bytes.substr(at, count * format.bytes));
    at += count * format.bytes;
  }
  return tensors_of(pickle, bytes, storages, file);
}

}  // namespace

Result<std::vector<TensorInfo>> parse_torch_file(std::string_view bytes, const std::string& file) {
  if (bytes.starts_with("PK")) return parse_zip(bytes, file);
  if (bytes.starts_with(kLegacyMagic)) return parse_legacy(bytes, file);
  return data_error(fmt::format("{}: not a file of PyTorch{}", file, guess_of_content(bytes)));
}

}  // namespace standfast

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace matrix_memory::test {

/// Just enough of JSON to read the golden vectors.
class Json {
 public:
  static Json parse(const std::string& text);

  /// tests/golden/<name>; throws std::runtime_error where it is missing.
  static Json golden(const std::string& name);

  /// Member of an object; throws std::out_of_range where it is missing.
  const Json& operator[](const std::string& key) const {
    return members_.at(key);
  }
  bool has(const std::string& key) const { return members_.contains(key); }
  const std::vector<Json>& items() const { return items_; }
  double number() const { return number_; }
  const std::string& string() const { return string_; }
  bool isString() const { return isString_; }

  /// An array of numbers.
  std::vector<double> numbers() const;

 private:
  friend class JsonReader;
  std::map<std::string, Json> members_;
  std::vector<Json> items_;
  std::string string_;
  double number_ = 0;
  bool isString_ = false;
};

}  // namespace matrix_memory::test

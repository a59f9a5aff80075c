#include "json.h"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace matrix_memory::test {

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  Json document() {
    Json value = read();
    space();
    if (at_ != text_.size()) fail();
    return value;
  }

 private:
  Json read() {
    space();
    Json value;
    switch (peek()) {
      case '{':
        object(value);
        break;
      case '[':
        array(value);
        break;
      case '"':
        value.string_ = string();
        value.isString_ = true;
        break;
      default:
        value.number_ = number();
    }
    return value;
  }

  void object(Json& value) {
    for (++at_; !ends('}'); ends(',')) {
      space();
      const std::string key = string();
      if (!ends(':')) fail();
      value.members_.emplace(key, read());
    }
  }

  void array(Json& value) {
    for (++at_; !ends(']'); ends(',')) value.items_.push_back(read());
  }

  std::string string() {
    if (peek() != '"') fail();
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string::npos) fail();
    const std::string result = text_.substr(at_ + 1, end - at_ - 1);
    if (result.find('\\') != std::string::npos) fail();
    at_ = end + 1;
    return result;
  }

  double number() {
    if (text_.compare(at_, 4, "true") == 0) return at_ += 4, 1;
    if (text_.compare(at_, 5, "false") == 0) return at_ += 5, 0;
    const char* start = text_.c_str() + at_;
    char* end = nullptr;
    const double result = std::strtod(start, &end);
    if (end == start) fail();
    at_ += static_cast<std::size_t>(end - start);
    return result;
  }

  bool ends(char c) {
    space();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void space() {
    while (at_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    }
  }

  char peek() const {
    if (at_ >= text_.size()) fail();
    return text_[at_];
  }

  [[noreturn]] void fail() const {
    throw std::runtime_error("no JSON at character " + std::to_string(at_));
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

Json Json::parse(const std::string& text) {
  return JsonReader(text).document();
}

Json Json::golden(const std::string& name) {
  std::ifstream file(std::string(GOLDEN_DIR) + "/" + name);
  if (!file) throw std::runtime_error("no golden file " + name);
  std::stringstream text;
  text << file.rdbuf();
  return parse(text.str());
}

std::vector<double> Json::numbers() const {
  std::vector<double> result;
  for (const Json& item : items_) result.push_back(item.number_);
  return result;
}

}  // namespace matrix_memory::test

#include "shrink.h"

#include <optional>
#include <set>
#include <sstream>
#include <vector>

namespace differential {

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::size_t indent(const std::string& line) {
  std::size_t at = line.find_first_not_of(' ');
  return at == std::string::npos ? 0 : at;
}

bool opens(const std::string& line) { return line.ends_with("{"); }
bool closes(const std::string& line) { return line.substr(indent(line)).starts_with("}"); }

class Shrinker {
 public:
  Shrinker(std::string text, const StillFails& fails, int attempts)
      : lines_(split(text)), fails_(fails), attempts_(attempts) {}

  std::string run() {
    bool changed = true;
    while (changed && attempts_ > 0) {
      changed = delete_blocks();
      changed = delete_lines() || changed;
      changed = delete_parameters() || changed;
      changed = simplify_expressions() || changed;
    }
    return join(lines_);
  }

 private:
  // Takes the candidate over if it still fails.
  bool accept(Lines candidate) {
    std::string text = join(candidate);
    if (attempts_ <= 0 || !tried_.insert(text).second) return false;
    --attempts_;
    if (!fails_(text)) return false;
    lines_ = std::move(candidate);
    return true;
  }

  // The lines at the level of `begin` that belong to its block: `{`, `} else {`, `}`.
  std::vector<std::size_t> frame(std::size_t begin) const {
    std::vector<std::size_t> result = {begin};
    for (std::size_t i = begin + 1; i < lines_.size(); ++i) {
      if (indent(lines_[i]) != indent(lines_[begin]) || !closes(lines_[i])) continue;
      result.push_back(i);
      if (!opens(lines_[i])) break;
    }
    return result;
  }

  // A method's head may stand before its clauses and its brace.
  std::size_t head_of(std::size_t brace) const {
    std::size_t head = brace;
    if (lines_[brace].substr(indent(lines_[brace])) != "{") return head;
    while (head > 0 && !lines_[head].ends_with(")")) --head;
    while (head > 0) {
      std::string content = lines_[head].substr(indent(lines_[head]));
      bool clause = content.starts_with("requires") || content.starts_with("ensures") ||
                    content.starts_with("exceptional") || content == "{";
      if (!clause) break;
      --head;
    }
    return head;
  }

  bool delete_blocks() {
    bool changed = false;
    for (std::size_t i = lines_.size(); i-- > 0;) {
      if (i >= lines_.size() || !opens(lines_[i]) || closes(lines_[i])) continue;
      std::vector<std::size_t> parts = frame(i);
      Lines without(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(head_of(i)));
      without.insert(without.end(), lines_.begin() + static_cast<std::ptrdiff_t>(parts.back() + 1),
                     lines_.end());
      bool done = accept(std::move(without)) || accept(without_lines(parts));
      if (!done && parts.size() > 2) done = accept(without_second(parts));
      changed = changed || done;
    }
    return changed;
  }

  Lines without_lines(const std::vector<std::size_t>& deleted) const {
    Lines result;
    std::set<std::size_t> gone(deleted.begin(), deleted.end());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!gone.contains(i)) result.push_back(lines_[i]);
    }
    return result;
  }

  // Without the `else` part.
  Lines without_second(const std::vector<std::size_t>& parts) const {
    std::vector<std::size_t> deleted;
    for (std::size_t i = parts[1]; i < parts[2]; ++i) deleted.push_back(i);
    return without_lines(deleted);
  }

  bool delete_lines() {
    bool changed = false;
    for (std::size_t i = lines_.size(); i-- > 0;) {
      if (i >= lines_.size() || opens(lines_[i]) || closes(lines_[i])) continue;
      changed = accept(without_lines({i})) || changed;
    }
    return changed;
  }

  // Of the entry: nobody calls it.
  bool delete_parameters() {
    bool changed = false;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      std::size_t open = lines_[i].find(" main(");
      if (open == std::string::npos) continue;
      for (bool again = true; again;) {
        again = false;
        std::string line = lines_[i];
        std::size_t begin = open + 6;
        std::size_t end = line.find(')', begin);
        for (std::size_t at = begin; at < end && !again;) {
          std::size_t comma = std::min(line.find(',', at), end);
          Lines candidate = lines_;
          bool last = comma == end;
          std::size_t from = last && at > begin ? at - 2 : at;
          std::size_t to = last ? comma : comma + 2;
          candidate[i] = line.substr(0, from) + line.substr(to);
          again = accept(std::move(candidate));
          at = comma + 2;
        }
        changed = changed || again;
      }
    }
    return changed;
  }

  // Every group in parentheses, by something plain or by what stands inside.
  bool simplify_expressions() {
    bool changed = false;
    for (std::size_t i = lines_.size(); i-- > 0;) {
      for (std::size_t at = 0; at < lines_[i].size(); ++at) {
        if (lines_[i][at] != '(') continue;
        changed = simplify_group(i, at) || changed;
      }
    }
    return changed;
  }

  bool simplify_group(std::size_t i, std::size_t at) {
    const std::string line = lines_[i];
    std::size_t end = at;
    for (int depth = 0; end < line.size(); ++end) {
      if (line[end] == '(') ++depth;
      if (line[end] == ')' && --depth == 0) break;
    }
    if (end >= line.size()) return false;
    std::string inside = line.substr(at + 1, end - at - 1);
    std::vector<std::string> candidates = {"0", "1", "true", "false", "null", "(true)", "(false)"};
    for (const std::string& part : operands(inside)) {
      candidates.push_back(part);
      candidates.push_back("(" + part + ")");
    }
    for (const std::string& c : candidates) {
      if (c.size() >= inside.size() + 2) continue;
      Lines candidate = lines_;
      candidate[i] = line.substr(0, at) + c + line.substr(end + 1);
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  // Cut at spaces outside of parentheses, operators left out: `a + (b * c)` has two.
  static std::vector<std::string> operands(const std::string& text) {
    std::vector<std::string> result;
    std::string part;
    int depth = 0;
    auto flush = [&] {
      bool operand =
          !part.empty() &&
          part.find_first_of("abcdefghijklmnopqrstuvwxyz0123456789(\"") != std::string::npos;
      if (operand) result.push_back(part);
      part.clear();
    };
    for (char c : text) {
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c == ' ' && depth == 0) {
        flush();
      } else {
        part += c;
      }
    }
    flush();
    return result;
  }

  Lines lines_;
  const StillFails& fails_;
  int attempts_;
  std::set<std::string> tried_;
};

}  // namespace

std::string shrink(const std::string& text, const StillFails& fails, int attempts) {
  return Shrinker(text, fails, attempts).run();
}

}  // namespace differential

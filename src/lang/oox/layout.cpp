#include "lang/oox/layout.h"

#include "base/check.h"
#include "base/utf8.h"

namespace oox {

void Layout::text(std::string_view words) {
  items_.push_back({Kind::Text, text_.size(), words.size(), base::utf8_length(words)});
  text_ += words;
}

void Layout::open(std::size_t indent) {
  open_.push_back(items_.size());
  items_.push_back({Kind::Open, indent, 0, 0});
}

void Layout::close() {
  CHECK(!open_.empty(), "a group is closed twice");
  open_.pop_back();
  items_.push_back({Kind::Close, 0, 0, 0});
}

std::string Layout::render(std::size_t indent, std::size_t column, std::size_t width) const {
  CHECK(open_.empty(), "a group is not closed");
  // The columns of each group if set flat, with what clings to its end.
  std::vector<std::size_t> needed(items_.size(), 0);
  std::vector<std::size_t> ends;  // of the groups around: columns from their Close on
  std::size_t flat = 0;           // columns from here to the end
  std::size_t clinging = 0;       // columns from here to the next break
  for (std::size_t i = items_.size(); i-- > 0;) {
    switch (items_[i].kind) {
      case Kind::Text: flat += items_[i].width, clinging += items_[i].width; break;
      case Kind::Line: ++flat, clinging = 0; break;
      case Kind::SoftLine: clinging = 0; break;
      case Kind::Close: ends.push_back(flat - clinging); break;
      case Kind::Open:
        needed[i] = flat - ends.back();
        ends.pop_back();
        break;
    }
  }
  struct Group {
    std::size_t indent;
    bool is_broken;
  };
  std::vector<Group> groups = {{indent, false}};
  std::string out;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    switch (item.kind) {
      case Kind::Text:
        out += std::string_view(text_).substr(item.begin, item.size);
        column += item.width;
        break;
      case Kind::Open:
        groups.push_back({groups.back().indent + item.begin, column + needed[i] > width});
        break;
      case Kind::Close: groups.pop_back(); break;
      case Kind::Line:
      case Kind::SoftLine:
        if (groups.back().is_broken) {
          out += '\n';
          out.append(groups.back().indent, ' ');
          column = groups.back().indent;
        } else if (item.kind == Kind::Line) {
          out += ' ';
          ++column;
        }
        break;
    }
  }
  return out;
}

std::string Layout::render_flat() const { return render(0, 0, static_cast<std::size_t>(-1)); }

}  // namespace oox

// `braid view`: a result of `verify`, `run` or `replay` in JSON, as a page in a browser.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/process.h"
#include "cli/command.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "cli/problems.h"
#include "cli/status.h"

namespace cli {

namespace {

using Json = nlohmann::ordered_json;

struct ViewOptions : CommonOptions {
  std::string result;
  bool open = true;
};

// A result names files, and may come from anybody: only sources are read.
bool is_source(const std::string& path) {
  constexpr std::array<std::string_view, 4> kEndings{".oox", ".bir", ".pl", ".java"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

// The value of every `file`, wherever it stands. The text is not nested deeply (parse_json).
void find_files(const Json& json, std::set<std::string>& files) {
  if (json.is_array() || json.is_object()) {
    for (const Json& inner : json) find_files(inner, files);
  }
  if (!json.is_object()) return;
  auto file = json.find("file");
  if (file != json.end() && file->is_string() && is_source(*file)) files.insert(*file);
}

report::Texts read_sources(const Json& result) {
  std::set<std::string> files;
  find_files(result, files);
  report::Texts texts;
  for (const std::string& file : files) {
    if (auto text = base::read_file(file)) texts.emplace(file, std::move(*text));
  }
  return texts;
}

int cannot_show(const std::string& path, std::string_view why) {
  say_problem(fmt::format("{} cannot be shown: {}", path, why));
  return kBadInput;
}

// What is wrong with it; empty: nothing. The page reads what every result has.
std::string why_no_result(const Json& json) {
  constexpr const char* kNone = "it is no result of `braid verify --format json`";
  if (!json.is_object() || !json.contains("verdict")) return kNone;
  for (const char* key : {"entry", "engine", "verdict"}) {
    if (!json.contains(key) || !json[key].is_string()) return kNone;
  }
  for (const char* key : {"input", "bounds"}) {
    if (!json.contains(key) || !json[key].is_array()) return kNone;
  }
  for (const char* key : {"options", "stats"}) {
    if (!json.contains(key) || !json[key].is_object()) return kNone;
  }
  auto example = json.find("counterexample");
  bool has_start = example == json.end() || !example->is_object() || example->contains("start");
  return has_start ? "" : "an earlier version of Braid wrote it: verify the program again";
}

// The user's own choice of a browser, else the desktop's.
bool open_page(const std::string& path) {
  const char* browser = std::getenv("BROWSER");
  std::string program = base::find_program(browser && *browser ? browser : "xdg-open");
  return !program.empty() &&
         base::start_process({program, std::filesystem::absolute(path).string()});
}

int view(const ViewOptions& options) {
  auto text = base::read_file(options.result);
  if (!text) return cannot_show(options.result, text.error().text);
  auto json = parse_json(*text);
  if (!json) return cannot_show(options.result, json.error());
  std::string why = why_no_result(*json);
  if (!why.empty()) return cannot_show(options.result, why);
  std::string path = options.output;
  if (path.empty()) path = std::filesystem::path(options.result).replace_extension("html").string();
  std::string page = report::html({json->dump(-1, ' ', false, Json::error_handler_t::replace)},
                                  read_sources(*json));
  int status = write_result(path, page);
  if (status != kValid || path == "-") return status;
  bool is_open = options.open && open_page(path);
  fmt::print("{}{}\n", path,
             is_open || !options.open ? "" : ": no browser was found; open it in one");
  return kValid;
}

}  // namespace

void add_view(Command& c) {
  auto options = std::make_shared<ViewOptions>();
  c.argument("RESULT.json", options->result, "a result of `verify`, `run` or `replay` in JSON")
      .required()
      .endings({"json"});
  c.off("--no-open", options->open, "write the page, and do not open it");
  c.limits(*options);
  c.text("-o,--output", options->output, "the page (default: RESULT.html)", {}, "FILE");
  c.action({.common = options.get(), .run = [options] { return view(*options); }});
}

}  // namespace cli

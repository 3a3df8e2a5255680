// Which files of a project form which programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "project/project.h"

namespace project {

// What braid.toml says about files, as patterns relative to the folder that it lies in: `*` and
// `?` stay within a name, `**` stands for any folders.
struct Layout {
  std::string folder;              // of braid.toml; empty: there is none
  std::vector<std::string> files;  // empty: all
  std::vector<std::string> exclude;
  std::vector<std::vector<std::string>> programs;  // files that form one program, each
};

bool matches(std::string_view pattern, std::string_view path);

// The programs of files and folders. Files that are named form one program. In a folder every
// .oox, .bir and .pl file is one of its own, with the .spec files that belong to it, unless the
// layout says otherwise; all .java files are one, with the class files that none of them is
// compiled to; without any, its class files are. What begins with a dot is not looked at.
std::vector<Program> find_programs(const std::vector<std::string>& paths, const Layout& layout);

// Files below a folder, by name. What begins with a dot is not among them. Links to folders are not
// followed: they may lead in circles.
std::vector<std::string> files_below(const std::string& folder);

// `path` seen from `folder`, if it lies below it; else as it is.
std::string relative_to(const std::string& folder, const std::string& path);

}  // namespace project

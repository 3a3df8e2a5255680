#include "base/check.h"
#include "result/report/project.h"
#include "result/report/report.h"

namespace report {

std::string view(Format format, const verdict::Result& result, const Subject& subject,
                 const base::Sources& sources, const TextOptions& options) {
  switch (format) {
    case Format::Text: return text(result, subject, sources, options);
    case Format::Json: return json(result, subject, sources);
    case Format::Html: return html(json(result, subject, sources), texts_of(sources));
  }
  UNREACHABLE("format");
}

std::string view(Format format, const Project& project, const ProjectTextOptions& options) {
  switch (format) {
    case Format::Text: return project_text(project, options);
    case Format::Json: return project_json(project);
  }
  UNREACHABLE("format");
}

}  // namespace report

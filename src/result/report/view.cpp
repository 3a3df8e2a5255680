#include "base/check.h"
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

}  // namespace report

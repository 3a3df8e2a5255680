// What a valid verdict on a Java program says of virtual machines, whose memory is not sequentially
// consistent (JLS 17.4).
#pragma once

#include <string>

#include "pipeline/job.h"

namespace pipeline {

// Empty for other verdicts and languages, and for programs with one thread.
std::string memory_note(const Job& job, const verdict::Result& result);

}  // namespace pipeline

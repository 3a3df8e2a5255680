#include "base/stack.h"

#include <pthread.h>

#include <cstring>
#include <exception>

#include "base/check.h"

namespace base {

namespace {

struct Job {
  const std::function<int()>* body = nullptr;
  int result = 0;
  std::exception_ptr exception;
};

void* run_job(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    job.result = (*job.body)();
  } catch (...) {
    job.exception = std::current_exception();
  }
  return nullptr;
}

}  // namespace

int run_on_stack(std::size_t bytes, const std::function<int()>& body) {
  Job job;
  job.body = &body;
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0, "cannot make thread attributes");
  int error = pthread_attr_setstacksize(&attributes, bytes);
  CHECK(error == 0, "a stack of {} bytes is refused: {}", bytes, std::strerror(error));
  pthread_t thread{};
  error = pthread_create(&thread, &attributes, run_job, &job);
  CHECK(error == 0, "cannot start a thread with a stack of {} bytes: {}", bytes,
        std::strerror(error));
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
  if (job.exception) std::rethrow_exception(job.exception);
  return job.result;
}

}  // namespace base

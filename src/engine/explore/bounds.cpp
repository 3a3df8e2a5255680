#include "engine/explore/bounds.h"

#include "base/check.h"
#include "logic/dl/store.h"

namespace explore {

namespace {

// A loop comes before those in its body.
void collect(const dl::Store& store, dl::CodeId code, std::vector<const dl::Stmt*>& loops) {
  for (; code; code = store.code(code).rest) {
    const dl::Stmt& stmt = store.first(code);
    if (stmt.kind == dl::StmtKind::While) loops.push_back(&stmt);
    collect(store, stmt.body, loops);
    collect(store, stmt.otherwise, loops);
  }
}

std::vector<const dl::Stmt*> all_loops(const dl::Program& program) {
  std::vector<const dl::Stmt*> loops;
  for (const dl::Process& process : program.processes) {
    collect(*program.store, process.code, loops);
  }
  return loops;
}

class Setter {
 public:
  Setter(dl::Store& store, const std::vector<std::uint32_t>& bounds)
      : store_(store), bounds_(bounds) {}

  dl::CodeId code(dl::CodeId id) {
    std::vector<dl::StmtId> stmts;
    for (; id; id = store_.code(id).rest) {
      dl::Stmt stmt = store_.first(id);
      if (stmt.kind == dl::StmtKind::While) {
        stmt.bound = bounds_.size() == 1 ? bounds_[0] : bounds_.at(next_);
        ++next_;
      }
      stmt.body = code(stmt.body);
      stmt.otherwise = code(stmt.otherwise);
      stmts.push_back(store_.make_stmt(stmt));
    }
    return store_.make_code(stmts);
  }

 private:
  dl::Store& store_;
  const std::vector<std::uint32_t>& bounds_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<base::Span> loops_of(const dl::Program& program) {
  std::vector<base::Span> spans;
  for (const dl::Stmt* loop : all_loops(program)) spans.push_back(loop->span);
  return spans;
}

std::vector<base::Span> unbounded_loops_of(const dl::Program& program) {
  std::vector<base::Span> spans;
  for (const dl::Stmt* loop : all_loops(program)) {
    if (!loop->bound) spans.push_back(loop->span);
  }
  return spans;
}

void set_bounds(dl::Program& program, const std::vector<std::uint32_t>& bounds) {
  const std::size_t loops = all_loops(program).size();
  CHECK(bounds.size() == 1 || bounds.size() == loops, "{} bounds for {} loops", bounds.size(),
        loops);
  Setter setter(*program.store, bounds);
  for (dl::Process& process : program.processes) process.code = setter.code(process.code);
}

}  // namespace explore

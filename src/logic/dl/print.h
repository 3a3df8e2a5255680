// Trees as text, in two styles: `Source` is the PL language (it parses back), `Paper` is the
// notation of the SymPaths paper: x ≤ 1 ∧ ¬b, ι₀⟨True, {y}, {x}⟩, {x ↦ 1}[{ι₀(x := 2)}] x = 2.
#pragma once

#include <string>

#include "logic/dl/event.h"
#include "logic/dl/store.h"

namespace dl {

enum class Style : std::uint8_t { Source, Paper };

std::string print(const Store& store, ExprId expr, Style style = Style::Paper);
// One line: `x := 1; if (b) {…}`; with all that lies inside.
std::string print(const Store& store, CodeId code, Style style = Style::Paper);
// The head of a statement alone: `while (i < n)`.
std::string print_head(const Store& store, const Stmt& stmt, Style style = Style::Paper);
// {ι₀(s), ι₁(s)}
std::string print(const Store& store, PoolId pool);
// [x ↦ 1, y ↦ x + 1]
std::string print(const Store& store, SubstId subst);
// ι₀⟨True, {y}, {x}⟩
std::string print(const Store& store, const Event& event);
// Events joined with ` · `; ε for none.
std::string print(const Store& store, const std::vector<Event>& path);
// ι₀, ι₀.₁
std::string print_thread(const Store& store, ThreadId thread);

}  // namespace dl

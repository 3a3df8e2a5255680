// ARGS: explore %s --por --paths
// Three assignments; the first two commute.
proc {y := x}
proc {z := x}
proc {x := 2}
// EXPECT STDOUT
// reduced: 4 states at the end, 9 steps, at most 5 states at once
//
// ι₀⟨True, {y}, {x}⟩ · ι₁⟨True, {z}, {x}⟩ · ι₂⟨True, {x}, ∅⟩
//     [y ↦ x, x ↦ 2, z ↦ x]
//
// ι₀⟨True, {y}, {x}⟩ · ι₂⟨True, {x}, ∅⟩ · ι₁⟨True, {z}, {x}⟩
//     [y ↦ x, x ↦ 2, z ↦ 2]
//
// ι₁⟨True, {z}, {x}⟩ · ι₂⟨True, {x}, ∅⟩ · ι₀⟨True, {y}, {x}⟩
//     [y ↦ 2, x ↦ 2, z ↦ x]
//
// ι₂⟨True, {x}, ∅⟩ · ι₀⟨True, {y}, {x}⟩ · ι₁⟨True, {z}, {x}⟩
//     [y ↦ 2, x ↦ 2, z ↦ 2]

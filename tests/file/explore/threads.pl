// ARGS: explore %s --por --paths
// New threads are named after their parent.
proc { new(x := 1; new(y := x)); join; z := y }
// EXPECT STDOUT
// reduced: 1 state at the end, 6 steps, at most 1 state at once
//
// ι₀⟨True, ∅, ∅, new ι₀.₀⟩ · ι₀.₀⟨True, {x}, ∅⟩ · ι₀.₀⟨True, ∅, ∅, new ι₀.₀.₀⟩ · ι₀.₀.₀⟨True, {y}, {x}⟩ · ι₀⟨True, ∅, ∅, join⟩ · ι₀⟨True, {z}, {y}⟩
//     [x ↦ 1, y ↦ 1, z ↦ 1]

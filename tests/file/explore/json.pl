// ARGS: explore %s --paths --format json
// An outcome that fails, and one that does not.
int one := 1;
proc { x := one / y }
proc { await(b) }
// EXPECT STDOUT
// {"states":4,"steps":3,"failed":2,"peak":4,"por":false,"canonical":null,"complete":true,"reason":null,"per_step":[3,3,4],"paths":[{"path":"ι₀⟨y ≠ 0, {x}, {one, y}⟩ · ι₁⟨b, ∅, {b}⟩","state":"[one ↦ 1, x ↦ 1 / y]","fails":false},{"path":"ι₀⟨¬(y ≠ 0), ∅, {one, y}⟩","state":"[one ↦ 1]","fails":true},{"path":"ι₁⟨b, ∅, {b}⟩ · ι₀⟨y ≠ 0, {x}, {one, y}⟩","state":"[one ↦ 1, x ↦ 1 / y]","fails":false},{"path":"ι₁⟨b, ∅, {b}⟩ · ι₀⟨¬(y ≠ 0), ∅, {one, y}⟩","state":"[one ↦ 1]","fails":true}]}

#include "result/verdict/claim.h"

namespace verdict {

void add_rounds(Claim& claim, std::size_t loop, std::size_t rounds) {
  std::size_t length = claim.steps.size() - loop;
  claim.has_ended = length == 0;
  claim.rounds = {loop, claim.steps.size()};
  if (claim.has_ended) return;
  for (std::size_t round = 1; round < rounds; ++round) {
    for (std::size_t i = 0; i < length; ++i) {
      Step again = claim.steps[loop + i];
      claim.steps.push_back(std::move(again));
    }
    claim.rounds.push_back(claim.steps.size());
  }
}

}  // namespace verdict

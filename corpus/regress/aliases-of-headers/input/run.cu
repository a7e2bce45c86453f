#include "gate.h"

__global__ void apply(amplitude *state, const qubit __restrict__ *control, box::corner *bounds) {
  amplitude sign = HADAMARD_SIGN;
  if (control[threadIdx.x]) state[threadIdx.x].x *= sign.x;
  box::corner none = {0.f};
  bounds[threadIdx.x] = none;
}

int main() {
  Gate gate = Gate::identity();
  return gate.values[0][0].x != 1;
}

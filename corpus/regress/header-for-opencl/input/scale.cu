#define CUDA
#include "keywords.h"

KERNEL void scale(float *values) {
  values[LOCAL_ID] *= 2;
  FENCE;
}

int main() {
  scale<<<1, BLOCK>>>(nullptr);
  return 0;
}

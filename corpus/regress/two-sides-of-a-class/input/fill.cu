#include "grid.cuh"

__global__ void fill(Grid<float> grid, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < grid.count()) out[i] = grid.at(i);
}

void run(float *out) { fill<<<1, 64>>>(Grid<float>(1.0f, 64), out); }

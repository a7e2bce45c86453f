// Dynamic time warping: a warp of signals, not of lanes.
#include <cuda_runtime.h>

__global__ void warpDistance(const float *a, const float *b, float *cost, int n, int diagonal)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = diagonal - i;
    if (i < 1 || i > n || j < 1 || j > n)
        return;
    float best = fminf(cost[(i - 1) * (n + 1) + j], fminf(cost[i * (n + 1) + j - 1], cost[(i - 1) * (n + 1) + j - 1]));
    cost[i * (n + 1) + j] = fabsf(a[i - 1] - b[j - 1]) + best;
}

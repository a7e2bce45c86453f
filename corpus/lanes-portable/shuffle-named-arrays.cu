// Shuffles an array on the host and reads it: no lanes are meant.
#include <algorithm>
#include <cuda_runtime.h>
#include <random>
#include <vector>

__global__ void gather(const float *in, const int *order, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[order[i]];
}

void run(const float *in, float *out, int *order, int n)
{
    std::vector<int> places(n);
    std::shuffle(places.begin(), places.end(), std::mt19937(1));
    cudaMemcpy(order, places.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    gather<<<(n + 255) / 256, 256>>>(in, order, out, n);
}

// The place of the largest value: a butterfly finds the value, a ballot the first lane that has it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void argmax(const int *in, int n, int *place)
{
    const int lane = threadIdx.x % warpSize;
    int best = in[0], at = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] > best) {
            best = in[i];
            at = i;
        }
    int top = best;
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        top = max(top, __shfl_xor_sync(0xffffffff, top, mask));
    const unsigned has = __ballot_sync(0xffffffff, best == top);
    const int first = __ffs(has) - 1;
    at = __shfl_sync(0xffffffff, at, first);
    __shared__ int tops[64], places[64];
    if (lane == first) {
        tops[threadIdx.x / warpSize] = top;
        places[threadIdx.x / warpSize] = at;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int winner = 0;
        for (int w = 1; w < blockDim.x / warpSize; w++)
            if (tops[w] > tops[winner])
                winner = w;
        *place = places[winner];
    }
}

int main()
{
    const int n = 900;
    int *in, *place, expected = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&place, sizeof(int));
    for (int i = 0; i < n; i++) {
        in[i] = i * 617 % 907;
        if (in[i] > in[expected])
            expected = i;
    }
    argmax<<<1, 256>>>(in, n, place);
    cudaDeviceSynchronize();
    printf("place %d, expected %d\n", *place, expected);
    return *place != expected;
}

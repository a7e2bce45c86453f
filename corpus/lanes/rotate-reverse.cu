// Rotation, reversal and the perfect shuffle of a warp's values, by shuffles with computed lanes.
#include <cstdio>
#include <cuda_runtime.h>

#define laneId() (threadIdx.x & 31)

enum { MASK = -1 };

__device__ inline int rotateLeft(int x, int by) { return __shfl_sync(MASK, x, laneId() + by); }
__device__ inline int rotateRight(int x, int by) { return __shfl_sync(MASK, x, (laneId() - by) & 31); }
__device__ inline int reverse(int x) { return __shfl_sync(MASK, x, 31 - laneId()); }
__device__ inline int flip(int x) { return __shfl_xor_sync(MASK, x, 31); }
__device__ inline int riffle(int x) { return __shfl_sync(MASK, x, laneId() / 2 + laneId() % 2 * 16); }
__device__ inline int reverseBytes(int x) { return __shfl_sync(MASK, x, 7 - (laneId() & 7), 8); }

__global__ void permute(const int *in, int *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    out[i] = rotateLeft(x, 5);
    out[n + i] = rotateRight(x, 7);
    out[2 * n + i] = reverse(x);
    out[3 * n + i] = flip(x);
    out[4 * n + i] = riffle(x);
    out[5 * n + i] = reverseBytes(x);
}

int main()
{
    const int n = 192;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 6 * n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = i * 3 + 1;
    permute<<<2, 96>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const int lane = i % 32, *w = in + i - lane;
        const int from[6] = {(lane + 5) % 32, (lane + 25) % 32, 31 - lane, 31 - lane, lane / 2 + lane % 2 * 16,
                             lane / 8 * 8 + 7 - lane % 8};
        for (int k = 0; k < 6; k++) {
            wrong += out[k * n + i] != w[from[k]];
            check = (check * 31 + out[k * n + i]) % 1000003;
        }
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// Maximum and its place, by a butterfly: every lane ends up with the result of its warp.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffffu

__device__ void warpArgMax(float &value, int &index)
{
#pragma unroll
    for (int mask = WARP_SIZE / 2; mask > 0; mask >>= 1) {
        float otherValue = __shfl_xor_sync(FULL_MASK, value, mask);
        int otherIndex = __shfl_xor_sync(FULL_MASK, index, mask);
        if (otherValue > value || (otherValue == value && otherIndex < index)) {
            value = otherValue;
            index = otherIndex;
        }
    }
}

__global__ void rowArgMax(const float *rows, int *where, int cols, int count)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x & (WARP_SIZE - 1);
    if (row >= count)
        return;
    float best = -1e30f;
    int at = -1;
    for (int c = lane; c < cols; c += WARP_SIZE)
        if (rows[row * cols + c] > best) {
            best = rows[row * cols + c];
            at = c;
        }
    warpArgMax(best, at);
    where[row * WARP_SIZE + lane] = at;
}

int main()
{
    const int rows = 13, cols = 77;
    static float h[rows * cols];
    static int where[rows * WARP_SIZE];
    unsigned seed = 12345;
    for (int i = 0; i < rows * cols; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = (float)(seed >> 20);
    }
    float *in;
    int *out, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(where));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    rowArgMax<<<(rows * WARP_SIZE + 127) / 128, 128>>>(in, out, cols, rows);
    cudaMemcpy(where, out, sizeof(where), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        int best = 0;
        for (int c = 1; c < cols; c++)
            if (h[r * cols + c] > h[r * cols + best])
                best = c;
        for (int lane = 0; lane < WARP_SIZE; lane++)
            wrong += where[r * WARP_SIZE + lane] != best;
        printf("row %d: %d %d\n", r, where[r * WARP_SIZE], where[r * WARP_SIZE + 31]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// The k largest of each row: a warp finds the maximum, the lane that has it drops it, again.
#include <cstdio>
#include <cuda_runtime.h>

#define K 5

__global__ void topK(const int *rows, int *top, int cols)
{
    const unsigned mask = 0xffffffffu;
    int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    int lane = threadIdx.x & 31;
    int mine[4];
    for (int j = 0; j < 4; j++) {
        int c = lane + 32 * j;
        mine[j] = c < cols ? rows[row * cols + c] : -1;
    }
    for (int k = 0; k < K; k++) {
        int best = -1, slot = 0;
        for (int j = 0; j < 4; j++)
            if (mine[j] > best) {
                best = mine[j];
                slot = j;
            }
        int winner = __reduce_max_sync(mask, best);
        unsigned holders = __ballot_sync(mask, best == winner);
        if (lane == __ffs(holders) - 1) {
            top[row * K + k] = best;
            mine[slot] = -1;
        }
    }
}

int main()
{
    const int rows = 8, cols = 110;
    static int h[rows * cols], top[rows * K];
    unsigned seed = 4711;
    for (int i = 0; i < rows * cols; i++) {
        seed = seed * 1664525u + 1013904223u;
        h[i] = seed >> 22;
    }
    int *in, *out, wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(top));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(top));
    topK<<<rows / 4, 128>>>(in, out, cols);
    cudaMemcpy(top, out, sizeof(top), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        for (int k = 0; k < K; k++) {
            int best = 0;
            for (int c = 1; c < cols; c++)
                if (h[r * cols + c] > h[r * cols + best])
                    best = c;
            wrong += top[r * K + k] != h[r * cols + best];
            h[r * cols + best] = -1;
            printf("%d ", top[r * K + k]);
        }
        printf("\n");
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// Dot products of four signed bytes to a word, one warp per row; the sum is broadcast and every lane stores a byte of it.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int dot4(int a, int b, int sum)
{
#pragma unroll
    for (int k = 0; k < 4; k++)
        sum += (int)(signed char)(a >> 8 * k) * (int)(signed char)(b >> 8 * k);
    return sum;
}

__global__ void rows(const int *matrix, const int *vector, int *out, signed char *parts, int words)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    int sum = 0;
    for (int w = lane; w < words; w += warpSize)
        sum = dot4(matrix[row * words + w], vector[w], sum);
    for (int delta = warpSize >> 1; delta > 0; delta >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, delta);
    sum = __shfl_sync(0xffffffff, sum, 0);
    if (lane == 0)
        out[row] = sum;
    if (lane < 4)
        parts[row * 4 + lane] = (signed char)(sum >> 8 * lane);
}

int main()
{
    const int height = 10, words = 40;
    static int m[height * words], v[words], result[height];
    static signed char parts[height * 4];
    unsigned seed = 3;
    for (int i = 0; i < height * words; i++)
        m[i] = (int)(seed = seed * 1664525u + 1013904223u);
    for (int i = 0; i < words; i++)
        v[i] = (int)(seed = seed * 1664525u + 1013904223u);
    int *dm, *dv, *out, wrong = 0;
    signed char *dp;
    cudaMalloc(&dm, sizeof(m));
    cudaMalloc(&dv, sizeof(v));
    cudaMalloc(&out, sizeof(result));
    cudaMalloc(&dp, sizeof(parts));
    cudaMemcpy(dm, m, sizeof(m), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v, sizeof(v), cudaMemcpyHostToDevice);
    rows<<<height / 2, dim3(32, 2)>>>(dm, dv, out, dp, words);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    cudaMemcpy(parts, dp, sizeof(parts), cudaMemcpyDeviceToHost);
    for (int r = 0; r < height; r++) {
        int sum = 0;
        for (int w = 0; w < words; w++)
            for (int k = 0; k < 4; k++)
                sum += (int)(signed char)(m[r * words + w] >> 8 * k) * (int)(signed char)(v[w] >> 8 * k);
        wrong += result[r] != sum;
        for (int k = 0; k < 4; k++)
            wrong += parts[r * 4 + k] != (signed char)(sum >> 8 * k);
        printf("%d ", result[r]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(dm);
    cudaFree(dv);
    cudaFree(out);
    cudaFree(dp);
    return wrong != 0;
}

// Transposes 32 x 32 values that a warp holds in registers, by exchanges of halves, quarters and so on; and a bit matrix.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int N = 32;

__global__ void transpose(const int *in, int *out)
{
    const int lane = threadIdx.x & (N - 1);
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) / N * N * N;
    int r[N];
#pragma unroll
    for (int k = 0; k < N; k++)
        r[k] = in[base + k * N + lane];
#pragma unroll
    for (int step = N / 2; step > 0; step /= 2) {
        const bool upper = lane & step;
#pragma unroll
        for (int k = 0; k < N; k++)
            if (!(k & step)) {
                int give = upper ? r[k] : r[k + step];
                give = __shfl_xor_sync(0xffffffff, give, step);
                if (upper)
                    r[k] = give;
                else
                    r[k + step] = give;
            }
    }
#pragma unroll
    for (int k = 0; k < N; k++)
        out[base + k * N + lane] = r[k];
}

__global__ void transposeBits(const unsigned *rows, unsigned *columns)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned column = 0;
    for (int bit = 0; bit < 32; bit++) {
        const unsigned word = __ballot_sync(0xffffffff, rows[i] >> bit & 1u);
        if ((threadIdx.x & 31) == bit)
            column = word;
    }
    columns[i] = column;
}

int main()
{
    const int warps = 4;
    int *in, *out, wrong = 0;
    unsigned *rows, *columns, check = 0;
    cudaMallocManaged(&in, warps * N * N * sizeof(int));
    cudaMallocManaged(&out, warps * N * N * sizeof(int));
    cudaMallocManaged(&rows, warps * N * sizeof(unsigned));
    cudaMallocManaged(&columns, warps * N * sizeof(unsigned));
    for (int i = 0; i < warps * N * N; i++)
        in[i] = i * 3 + 1;
    for (int i = 0; i < warps * N; i++)
        rows[i] = (i + 7) * 2654435761u;
    transpose<<<2, 64>>>(in, out);
    transposeBits<<<1, warps * N>>>(rows, columns);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++)
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                wrong += out[w * N * N + y * N + x] != in[w * N * N + x * N + y];
                wrong += (columns[w * N + y] >> x & 1) != (rows[w * N + x] >> y & 1);
            }
    for (int i = 0; i < warps * N; i++)
        check = check * 31 + columns[i];
    printf("%d %d %d, wrong: %d, check %u\n", out[1], out[32], out[N * N + 5], wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(rows);
    cudaFree(columns);
    return wrong != 0;
}

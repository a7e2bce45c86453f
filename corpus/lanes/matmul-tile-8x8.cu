// 8 x 8 matrix tiles in a warp: a lane holds two neighbouring elements of a row, as in a fragment of tensor cores.
#include <cstdio>
#include <cuda_runtime.h>

#define FULL 0xffffffff

struct Fragment {
    int x[2];
};

__device__ int element(const Fragment &f, int row, int col)
{
    const int source = row * 4 + col / 2;
    const int even = __shfl_sync(FULL, f.x[0], source), odd = __shfl_sync(FULL, f.x[1], source);
    return col & 1 ? odd : even;
}

__device__ Fragment multiply(const Fragment &a, const Fragment &b, Fragment c)
{
    const int lane = threadIdx.x % 32, row = lane / 4, col = lane % 4 * 2;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        const int left = element(a, row, k);
        c.x[0] += left * element(b, k, col);
        c.x[1] += left * element(b, k, col + 1);
    }
    return c;
}

__global__ void powers(const int *in, int *out)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    Fragment a = {{in[warp * 64 + lane * 2], in[warp * 64 + lane * 2 + 1]}};
    const Fragment square = multiply(a, a, Fragment{{0, 0}});
    const Fragment cube = multiply(square, a, a);
    out[warp * 64 + lane * 2] = cube.x[0];
    out[warp * 64 + lane * 2 + 1] = cube.x[1];
}

int main()
{
    const int warps = 6;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, warps * 64 * sizeof(int));
    cudaMallocManaged(&out, warps * 64 * sizeof(int));
    for (int i = 0; i < warps * 64; i++)
        in[i] = (i * 7 + i / 5) % 11 - 5;
    powers<<<3, 64>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        int square[64] = {};
        const int *a = in + w * 64;
        for (int i = 0; i < 64; i++)
            for (int k = 0; k < 8; k++)
                square[i] += a[i / 8 * 8 + k] * a[k * 8 + i % 8];
        for (int i = 0; i < 64; i++) {
            int expected = a[i];
            for (int k = 0; k < 8; k++)
                expected += square[i / 8 * 8 + k] * a[k * 8 + i % 8];
            wrong += out[w * 64 + i] != expected;
            check = (check * 31 + out[w * 64 + i] + 100000) % 1000003;
        }
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// Quantised matrix times vector in the manner of inference engines: blocks of 32 int8 with a scale, __dp4a on packed words,
// a row for every threadIdx.y, or several warps for a row that meet in shared memory.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#ifndef WARP_SIZE
#define WARP_SIZE 32
#endif
#define QK 32          // values in a block
#define QI (QK / 4)    // words in a block
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))

struct block_q8 {
    int scale; // fixed point
    int qs[QI];
};

template <typename T>
static __device__ __forceinline__ T warp_reduce_sum(T x)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset, WARP_SIZE);
    return x;
}

static __device__ __forceinline__ int vec_dot(const block_q8 *x, const block_q8 *y, int iqs)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 2; ++i)
        sum = __dp4a(x->qs[iqs + i], y->qs[iqs + i], sum);
    return sum;
}

// the vector is quantised with a block to a warp
static __global__ void quantize(const int *x, block_q8 *y, int k)
{
    const int ix = blockDim.x * blockIdx.x + threadIdx.x;
    if (ix >= k)
        return;
    int amax = abs(x[ix]);
#pragma unroll
    for (int mask = WARP_SIZE / 2; mask > 0; mask >>= 1)
        amax = max(amax, __shfl_xor_sync(0xffffffff, amax, mask, WARP_SIZE));
    const int d = max(1, CEIL_DIV(amax, 127));
    ((int8_t *)y[ix / QK].qs)[ix % QK] = (int8_t)(x[ix] / d);
    if (ix % QK == 0)
        y[ix / QK].scale = d;
}

template <int nwarps>
__launch_bounds__(nwarps *WARP_SIZE, 1) static __global__
    void mul_mat_vec(const block_q8 *vx, const block_q8 *vy, int64_t *dst, int ncols, int nrows, bool split)
{
    const int row = split ? blockIdx.x : blockIdx.x * nwarps + threadIdx.y;
    constexpr int lanes_per_block = QI / 2; // two words to a lane
    const int tid = split ? WARP_SIZE * threadIdx.y + threadIdx.x : threadIdx.x;
    const int blocks_per_row = ncols / QK;
    const int blocks_per_iter = (split ? nwarps : 1) * WARP_SIZE / lanes_per_block;
    __shared__ int64_t partial[(nwarps > 1) ? nwarps - 1 : 1][WARP_SIZE];

    int64_t tmp = 0;
    if (row < nrows)
        for (int kb = tid / lanes_per_block; kb < blocks_per_row; kb += blocks_per_iter) {
            const block_q8 *x = vx + row * blocks_per_row + kb, *y = vy + kb;
            tmp += (int64_t)x->scale * y->scale * vec_dot(x, y, 2 * (tid % lanes_per_block));
        }
    if (split) {
        if (threadIdx.y > 0)
            partial[threadIdx.y - 1][threadIdx.x] = tmp;
        __syncthreads();
        if (threadIdx.y > 0)
            return;
#pragma unroll
        for (int l = 0; l < nwarps - 1; ++l)
            tmp += partial[l][threadIdx.x];
    }
    tmp = warp_reduce_sum(tmp);
    if (threadIdx.x == 0 && row < nrows)
        dst[row] = tmp;
}

int main()
{
    const int ncols = 416, nrows = 23, nwarps = 4, nb = ncols / QK;
    block_q8 *x, *y;
    int *vec;
    int64_t *dst;
    cudaMallocManaged(&x, nrows * nb * sizeof(block_q8));
    cudaMallocManaged(&y, nb * sizeof(block_q8));
    cudaMallocManaged(&vec, ncols * sizeof(int));
    cudaMallocManaged(&dst, nrows * sizeof(int64_t));
    for (int i = 0; i < ncols; i++)
        vec[i] = (i * i * 17 % 5003 - 2500) >> (i / QK % 5);
    for (int i = 0; i < nrows * nb; i++) {
        x[i].scale = 1 + i % 9;
        for (int k = 0; k < QK; k++)
            ((int8_t *)x[i].qs)[k] = (int8_t)((i * 31 + k * k * 7) % 255 - 127);
    }
    quantize<<<CEIL_DIV(ncols, 96), 96>>>(vec, y, ncols);
    int wrong = 0;
    for (int split = 0; split < 2; split++) {
        const dim3 block_dims(WARP_SIZE, nwarps, 1);
        const dim3 block_nums(split ? nrows : CEIL_DIV(nrows, nwarps), 1, 1);
        mul_mat_vec<nwarps><<<block_nums, block_dims>>>(x, y, dst, ncols, nrows, split);
        cudaDeviceSynchronize();
        int64_t check = 0;
        for (int r = 0; r < nrows; r++) {
            int64_t want = 0;
            for (int b = 0; b < nb; b++) {
                int amax = 0, dot = 0;
                for (int k = 0; k < QK; k++)
                    amax = std::max(amax, std::abs(vec[b * QK + k]));
                const int d = std::max(1, CEIL_DIV(amax, 127));
                wrong += d != y[b].scale;
                for (int k = 0; k < QK; k++)
                    dot += vec[b * QK + k] / d * ((int8_t *)x[r * nb + b].qs)[k];
                want += (int64_t)x[r * nb + b].scale * d * dot;
            }
            wrong += want != dst[r];
            check += want * (r + 1);
            dst[r] = -1;
        }
        printf("%s: checksum %lld\n", split ? "a block to a row" : "a warp to a row", (long long)check);
    }
    printf("wrong %d\n", wrong);
    cudaFree(x); cudaFree(y); cudaFree(vec); cudaFree(dst);
    return wrong != 0;
}

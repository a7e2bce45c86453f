// Quantised dot products: four int8 to a word, a warp per row of blocks of 32 with a scale each.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define QK 32
#define LANES_PER_BLOCK (QK / 4)

struct block_q8 {
    float d;
    char4 qs[LANES_PER_BLOCK];
};

__device__ __forceinline__ int dot4(char4 a, char4 b, int c)
{
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__global__ void mul_mat_vec_q8(const block_q8 *a, const block_q8 *b, float *dst, int rows, int blocks)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const int lane = threadIdx.x, part = lane % LANES_PER_BLOCK;
    float sum = 0;
    for (int i = lane / LANES_PER_BLOCK; i < blocks; i += WARP_SIZE / LANES_PER_BLOCK) {
        const block_q8 *x = a + row * blocks + i, *y = b + i;
        int whole = dot4(x->qs[part], y->qs[part], 0);
        // the integers of one block first, then its scale once
        whole += __shfl_xor_sync(__activemask(), whole, 4, LANES_PER_BLOCK);
        whole += __shfl_xor_sync(__activemask(), whole, 2, LANES_PER_BLOCK);
        whole += __shfl_xor_sync(__activemask(), whole, 1, LANES_PER_BLOCK);
        sum += part == 0 ? x->d * y->d * whole : 0.0f;
    }
    __syncwarp();
    for (int mask = WARP_SIZE / 2; mask > 0; mask >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, mask, WARP_SIZE);
    if (lane == 0)
        dst[row] = sum;
}

int main()
{
    const int rows = 10, blocks = 9;
    block_q8 *a, *b;
    float *dst;
    int wrong = 0;
    cudaMallocManaged(&a, rows * blocks * sizeof(block_q8));
    cudaMallocManaged(&b, blocks * sizeof(block_q8));
    cudaMallocManaged(&dst, rows * sizeof(float));
    for (int i = 0; i < rows * blocks; i++) {
        a[i].d = (float)(i % 4 + 1) / 4;
        for (int k = 0; k < QK; k++)
            ((signed char *)a[i].qs)[k] = (signed char)((i * 31 + k * 17) % 255 - 127);
    }
    for (int i = 0; i < blocks; i++) {
        b[i].d = 0.5f;
        for (int k = 0; k < QK; k++)
            ((signed char *)b[i].qs)[k] = (signed char)((i * 11 + k * 7) % 61 - 30);
    }
    mul_mat_vec_q8<<<5, dim3(WARP_SIZE, 2)>>>(a, b, dst, rows, blocks);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        float expected = 0;
        for (int i = 0; i < blocks; i++) {
            int whole = 0;
            for (int k = 0; k < QK; k++)
                whole += ((signed char *)a[r * blocks + i].qs)[k] * ((signed char *)b[i].qs)[k];
            expected += a[r * blocks + i].d * b[i].d * whole;
        }
        wrong += dst[r] != expected;
        printf("%g ", dst[r]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(dst);
    return wrong != 0;
}

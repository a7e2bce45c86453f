// Two-way partition of a block: what is below the pivot goes to the front in order, the rest to the back in order.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T, int BLOCK_SIZE>
__global__ void partition(const T *in, T *out, int *splits, T pivot)
{
    enum { WARP_SIZE = 32, WARPS = BLOCK_SIZE / WARP_SIZE };
    __shared__ int below[WARPS];
    const int lane = threadIdx.x & (WARP_SIZE - 1), warp = threadIdx.x / WARP_SIZE;
    const T x = in[blockIdx.x * BLOCK_SIZE + threadIdx.x];
    const bool less = x < pivot;
    const unsigned mask = __ballot_sync(0xffffffff, less);
    if (lane == 0)
        below[warp] = __popc(mask);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? below[w] : 0;
        total += below[w];
    }
    const unsigned under = (1u << lane) - 1u;
    const int at = less ? before + __popc(mask & under)
                        : total + (warp * WARP_SIZE - before) + __popc(~mask & under);
    out[blockIdx.x * BLOCK_SIZE + at] = x;
    if (threadIdx.x == 0)
        splits[blockIdx.x] = total;
}

int main()
{
    const int block = 160, blocks = 4, n = block * blocks;
    short *in, *out;
    int *splits, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(short));
    cudaMallocManaged(&out, n * sizeof(short));
    cudaMallocManaged(&splits, blocks * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (short)((i * 7919) % 1000 - 500 + 150 * (i / block));
    partition<short, block><<<blocks, block>>>(in, out, splits, 0);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++) {
        int at = b * block;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = b * block; i < (b + 1) * block; i++)
                if ((in[i] < 0) == (pass == 0)) {
                    wrong += out[at] != in[i];
                    check = (check * 37 + out[at++] + 1000) % 1000003;
                }
            if (pass == 0)
                wrong += splits[b] != at - b * block;
        }
        printf("block %d splits at %d\n", b, splits[b]);
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    cudaFree(splits);
    return wrong != 0;
}

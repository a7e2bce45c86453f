// Cooperative groups: tiles of 32, 16 and 4 threads, each with its own sum, vote and rank; portable as it stands.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <unsigned N>
__device__ int tileSum(cg::thread_block_tile<N> tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return tile.shfl(value, 0);
}

__global__ void tiles(const int *in, int *out)
{
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto half = cg::tiled_partition<16>(block);
    auto quad = cg::tiled_partition<4>(warp);
    int value = in[blockIdx.x * block.size() + block.thread_rank()];

    int result = tileSum<32>(warp, value) + 7 * tileSum<16>(half, value) + 11 * tileSum<4>(quad, value);
    if (quad.any(value > 90))
        result += 100000;
    unsigned odd = warp.ballot(value & 1);
    result += 1000000 * __popc(odd) + (odd >> warp.thread_rank() & 1u);
    if (half.all(value > 3))
        result = -result;
    if (quad.thread_rank() == 0)
        result += 3 * quad.meta_group_rank();
    out[blockIdx.x * block.size() + block.thread_rank()] = result + (int)half.meta_group_size();
}

int main()
{
    const int threads = 128, n = threads * 3;
    static int h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 61) % 97;
    int *in, *out, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    tiles<<<3, threads>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int sums[3] = {}, odd = 0, large = 0, small = 0;
        for (int k = 0; k < 32; k++) {
            int x = h[i / 32 * 32 + k];
            sums[0] += x;
            odd += x & 1;
        }
        for (int k = 0; k < 16; k++) {
            sums[1] += h[i / 16 * 16 + k];
            small |= h[i / 16 * 16 + k] <= 3;
        }
        for (int k = 0; k < 4; k++) {
            sums[2] += h[i / 4 * 4 + k];
            large |= h[i / 4 * 4 + k] > 90;
        }
        int expected = sums[0] + 7 * sums[1] + 11 * sums[2] + (large ? 100000 : 0) + 1000000 * odd + (h[i] & 1);
        expected = (small ? expected : -expected) + (i % 4 == 0 ? 3 * (i % 32 / 4) : 0) + threads / 16;
        wrong += result[i] != expected;
        sum = (sum * 31 + result[i] % 1000) % 1000003;
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

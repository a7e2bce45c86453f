// Cooperative groups' own reductions over tiles of 32 and of 16 threads.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void reductions(const int *in, int *out, int n)
{
    __shared__ int partial[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto half = cg::tiled_partition<16>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    const int sum = cg::reduce(warp, x, cg::plus<int>());
    if (warp.thread_rank() == 0)
        partial[warp.meta_group_rank()] = sum;
    block.sync();
    int total = 0;
    for (unsigned w = 0; w < warp.meta_group_size(); w++)
        total += partial[w];
    out[i] = sum * 1000 + cg::reduce(half, x, cg::greater<int>());
    out[n + i] = total - cg::reduce(half, x, cg::less<int>());
}

int main()
{
    const int threads = 96, n = threads * 3;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 2 * n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 67) % 101;
    reductions<<<3, threads>>>(in, out, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int sum = 0, total = 0, most = 0, least = 1000;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            sum += in[k];
        for (int k = i / threads * threads; k < (i / threads + 1) * threads; k++)
            total += in[k];
        for (int k = i / 16 * 16; k < i / 16 * 16 + 16; k++) {
            most = in[k] > most ? in[k] : most;
            least = in[k] < least ? in[k] : least;
        }
        wrong += out[i] != sum * 1000 + most || out[n + i] != total - least;
        check = (check * 31 + out[i] + out[n + i]) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

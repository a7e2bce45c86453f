// Bare names of cooperative groups: tiles of tiles, votes and matches of tiles and of coalesced parts, a pair by shuffle.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

using namespace cooperative_groups;

struct Best {
    int value, where;
};

template <typename Group>
__device__ Best largest(const Group &group, Best mine)
{
    const int value = reduce(group, mine.value, greater<int>());
    const unsigned holders = group.ballot(mine.value == value);
    return group.shfl(mine, __ffs(holders) - 1);
}

__global__ void partitions(const int *in, int *out)
{
    thread_block block = this_thread_block();
    auto warp = tiled_partition<32>(block);
    auto half = tiled_partition<16>(warp);
    const thread_block_tile<4> quad = tiled_partition<4>(half);
    const int i = blockIdx.x * block.num_threads() + block.thread_rank(), value = in[i];

    Best best = {value, i};
    best = largest(half, best);
    int result = best.where % 1000 + 1000 * (quad.match_any(value % 3) & 15) + 100 * quad.meta_group_rank();
    int alike;
    quad.match_all(value / 50, alike);
    result += alike * 20000;

    coalesced_group part = binary_partition(warp, value % 2 == 0);
    result += 40000 * part.meta_group_rank() + 100000 * part.thread_rank();
    if (value % 5 != 0) {
        coalesced_group some = coalesced_threads();
        coalesced_group few = tiled_partition(some, 4);
        result += 7000000 * few.num_threads() + 40000000 * few.any(value > 90) + few.ballot(value % 2) % 2;
    }
    out[i] = result;
}

int main()
{
    const int threads = 96, n = threads * 2;
    static int h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 37) % 101;
    int *in, *out, wrong = 0, sum = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    partitions<<<2, threads>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        const int warp = i / 32 * 32, half = i / 16 * 16, quad = i / 4 * 4;
        int best = half, matched = 0, alike = 1, rank = 0, evens = 0;
        for (int k = half; k < half + 16; k++)
            best = h[k] > h[best] ? k : best;
        for (int k = quad; k < quad + 4; k++) {
            matched |= (h[k] % 3 == h[i] % 3) << (k - quad);
            alike &= h[k] / 50 == h[i] / 50;
        }
        for (int k = warp; k < warp + 32; k++) {
            rank += k < i && h[k] % 2 == h[i] % 2;
            evens += h[k] % 2 == 0;
        }
        int expected = best % 1000 + 1000 * matched + 100 * ((i % 16) / 4) + alike * 20000 + 100000 * rank;
        expected += 40000 * (h[i] % 2 == 0 && evens != 32);
        if (h[i] % 5 != 0) {
            int members[32], count = 0, place = 0, large = 0;
            for (int k = warp; k < warp + 32; k++) {
                place = k == i ? count : place;
                if (h[k] % 5 != 0)
                    members[count++] = k;
            }
            const int first = place / 4 * 4, end = first + 4 < count ? first + 4 : count;
            for (int k = first; k < end; k++)
                large |= h[members[k]] > 90;
            expected += 7000000 * (end - first) + 40000000 * large + h[members[first]] % 2;
        }
        wrong += result[i] != expected;
        sum = (sum * 31 + result[i] % 1000) % 1000003;
    }
    printf("wrong: %d, checksum %d\n", wrong, sum);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

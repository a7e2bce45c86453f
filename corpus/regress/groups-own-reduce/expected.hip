#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>

using namespace cooperative_groups;

__device__ int reduce(thread_group group, int *scratch, int value)
{
    int lane = group.thread_rank();
    for (int half = group.size() / 2; half > 0; half /= 2) {
        scratch[lane] = value;
        group.sync();
        if (lane < half)
            value += scratch[lane + half];
        group.sync();
    }
    return value;
}

struct Scanner {
    __device__ int inclusive_scan(thread_block block, int value) { return value + block.thread_rank(); }
    __device__ int both(thread_block block, int value) { return inclusive_scan(block, value) + value; }
};

__global__ void sums(const int *in, int *out)
{
    __shared__ int scratch[256];
    thread_block block = this_thread_block();
    thread_group part = tiled_partition(block, 16);
    int first = threadIdx.x / 16 * 16;
    int sum = reduce(part, scratch + first, in[threadIdx.x]);
    if (part.thread_rank() == 0)
        out[threadIdx.x / 16] = Scanner().both(block, sum);
}

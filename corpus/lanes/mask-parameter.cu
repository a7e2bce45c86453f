// The mask and the lane go through a chain of device functions as parameters.
#include <cstdio>
#include <cuda_runtime.h>

typedef unsigned int lanemask_t;

namespace warp {
constexpr int size = 32;
constexpr lanemask_t all = 0xffffffff;

__device__ inline unsigned lane() { return threadIdx.x & (size - 1); }

template <typename T>
__device__ T from(lanemask_t mask, T x, unsigned lane)
{
    return __shfl_sync(mask, x, lane);
}

__device__ inline lanemask_t below(unsigned lane) { return (lanemask_t(1) << lane) - 1; }
__device__ inline unsigned count(lanemask_t mask) { return __popc(mask); }
__device__ inline unsigned lowest(lanemask_t mask) { return __ffs(mask) - 1; }
__device__ inline unsigned highest(lanemask_t mask) { return size - 1 - __clz(mask); }

__device__ lanemask_t agree(lanemask_t mask, bool yes) { return __ballot_sync(mask, yes); }

// value of the nearest lower lane of the mask, or of the lane itself
__device__ int previous(lanemask_t mask, int x, unsigned lane)
{
    const lanemask_t lower = mask & below(lane);
    return from(mask, x, lower ? highest(lower) : lane);
}
} // namespace warp

__global__ void gaps(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    const unsigned lane = warp::lane();
    const lanemask_t large = warp::agree(warp::all, x >= 50);
    const lanemask_t mine = x >= 50 ? large : ~large;
    int result = x - warp::previous(mine, x, lane);
    result = result * 100 + warp::count(mine & warp::below(lane));
    result += 10000 * warp::from(mine, x, warp::lowest(mine));
    out[i] = result;
}

int main()
{
    const int n = 256;
    int *in, *out, wrong = 0, check = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = (i * 67 + i / 9) % 100;
    gaps<<<2, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int first = -1, before = in[i], rank = 0;
        for (int k = i / 32 * 32; k <= i; k++)
            if ((in[k] >= 50) == (in[i] >= 50)) {
                first = first < 0 ? in[k] : first;
                if (k < i) {
                    before = in[k];
                    rank++;
                }
            }
        wrong += out[i] != (in[i] - before) * 100 + rank + 10000 * first;
        check = (check * 31 + out[i] + 10000) % 1000003;
    }
    printf("wrong: %d, check %d\n", wrong, check);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

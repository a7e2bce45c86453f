#include <hip/hip_runtime.h>
#include "hip/hip_runtime_api.h"
#  include   <hip/hip_fp16.h>	// spaces and a tab
# /* why not */ include /* ... */ <hip/hip_runtime_api.h> /* cuda.h */
#include<hipcub/block/block_reduce.hpp>
//#include <cuda_runtime.h>
/* #include <cuda.h>
#include <cuda_bf16.h>
*/
#include "my/cuda.h"
#include "my/cuda_runtime.h"
#if __has_include(<hip/hip_cooperative_groups.h>)
#include <hip/hip_cooperative_groups.h>
#define HAVE_GROUPS 1
#endif

static const char *const kHeader = "#include <cuda_runtime.h>";

__global__ void blockSums(const float *in, float *out, int n)
{
    using Reduce = hipcub::BlockReduce<float, 128>;
    __shared__ typename Reduce::TempStorage storage;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float sum = Reduce(storage).Sum(i < n ? in[i] : 0.0f);
#ifdef HAVE_GROUPS
    if (cooperative_groups::this_thread_block().thread_rank() == 0)
#else
    if (threadIdx.x == 0)
#endif
        out[blockIdx.x] = sum;
}

int headers() { return kHeader[0] == '#' ? MY_CUDA + MY_CUDA_RUNTIME : __half2float(__float2half(0.f)); }

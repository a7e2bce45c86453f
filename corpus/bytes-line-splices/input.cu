#include <cuda_runtime.h>

// names cut by a line splice: the compiler joins them before it sees a token
__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * \
            blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

cudaError_t run(const float *in, float *out, int n)
{
    copy<<<(n + 255) \
           / 256, 256>>>(in, \
                         out, n);
    cuda\
Error_t err = cudaGet\
LastError();
    return err;
}

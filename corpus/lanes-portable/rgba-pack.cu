// Packs four channels into 32 bits.
#include <cuda_runtime.h>

__global__ void pack(const uchar4 *in, unsigned int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i].x | in[i].y << 8 | in[i].z << 16 | (unsigned int)in[i].w << 24;
}

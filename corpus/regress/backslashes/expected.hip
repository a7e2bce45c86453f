#include <hip/hip_runtime.h>
#include <cstdio>

#define SCALED(x) \
    ((x) * \
     3) // of a macro, which these join

__global__ void weigh(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.5f + 	// the half
                 SCALED(in[i]) +   /* and three times */
                 1.0f;
}

int main()
{
    const char *path = "C:\\ // no comment";
    size_t bytes = 256 * 	// so many
                   sizeof(float);
    float *in, *out;
    hipMalloc(&in, bytes);
    hipMalloc(&out, bytes);
    weigh<<<2, 128>>>(out, in, 256);
    printf("%s %s\n", path, \
           hipGetErrorString(hipDeviceSynchronize()));
    return 0;
}

// The reductions of whole warps, joined over the grid by atomics.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void joined(const int *in, int n, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int sum = __reduce_add_sync(0xffffffff, i < n ? in[i] : 0);
    const int most = __reduce_max_sync(0xffffffff, i < n ? in[i] : -1000);
    const unsigned bits = __reduce_or_sync(0xffffffff, i < n ? 1u << in[i] % 8 + 8 : 0u);
    if (threadIdx.x % warpSize == 0) {
        atomicAdd(&out[0], sum);
        atomicMax(&out[1], most);
        atomicOr(&out[2], (int)bits);
    }
}

int main()
{
    const int n = 777;
    int *in, *out, sum = 0, most = -1000, bits = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 3 * sizeof(int));
    out[0] = out[2] = 0;
    out[1] = -1000;
    for (int i = 0; i < n; i++) {
        in[i] = i * 59 % 211;
        sum += in[i];
        most = in[i] > most ? in[i] : most;
        bits |= 1 << in[i] % 8 + 8;
    }
    joined<<<7, 128>>>(in, n, out);
    cudaDeviceSynchronize();
    printf("%d %d %x, expected %d %d %x\n", out[0], out[1], out[2], sum, most, bits);
    return out[0] != sum || out[1] != most || out[2] != bits;
}

#include <cuda_runtime.h>

__global__ void tick() {}
__global__ void store(int *p, int value) { *p = value; }
__global__ void sumShared(const float *in, float *out, int n)
{
    extern __shared__ float tmp[];
    tmp[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0.f;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; ++i)
            tmp[0] += tmp[i];
        *out = tmp[0];
    }
}

struct Config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    dim3 blocks(int n) const { return dim3((n + block.x - 1) / block.x); }
};

static int ceilDiv(int a, int b) { return (a + b - 1) / b; }

void launches(const Config &c, const float *in, float *out, int *flag, int n, cudaStream_t streams[2])
{
    tick<<<1, 1>>>();
    tick <<< 1, 1 >>> ( );
    store<<<1,1>>>(flag,1);
    store<<<dim3(1, 1, 1), dim3{1, 1, 1}>>>(flag, (1, 2));
    sumShared<<<1, 256, 256 * sizeof(float)>>>(in, out, n);
    sumShared<<<c.grid, c.block, c.shared, c.stream>>>(in, out, n);
    sumShared<<<c.blocks(n), c.block, n > 64 ? c.shared : 0, streams[n % 2]>>>(in, out, n);
    sumShared<<<ceilDiv(n, 128), 128, sizeof(float[128]), 0>>>(in + ceilDiv(n, 2), out, n >> 1);

    sumShared<<<
        dim3(1),              // grid
        dim3(n < 32 ? 32 : n) /* block, never < 32 */,
        static_cast<size_t>(n) * sizeof(float),
        c.stream
    >>>(
        in,
        out,
        n);

    if (n > 0) store<<<1, 1, 0, c.stream>>>(flag, n); else tick<<<1, 1>>>();
    for (int i = 0; i < 2; ++i) store<<<1, 1, 0, streams[i]>>>(&flag[i], i << 3 >> 1);
    n ? store<<<1, 1>>>(flag, 2) : tick<<<1, 1>>>();
    store<<<(1 << 2), (n > 1)>>>(flag, 3), tick<<<1, 1>>>();
    [&] { store<<<1, 1>>>(flag, 4); }();
    ::store<<<1, 1>>>(flag, 5);
}

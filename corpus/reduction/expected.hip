#include <cstdio>
#include <numeric>
#include <vector>
#include <hip/hip_runtime.h>

// Tree reduction in shared memory. N is a power of two and equals blockDim.x.
template <unsigned N>
__global__ void blockSum(const float *__restrict__ in, float *__restrict__ out, unsigned count)
{
    __shared__ float partial[N];
    const unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * N * 2 + tid;
    const unsigned stride = N * 2 * gridDim.x;

    float sum = 0.0f;
    while (i < count) {
        sum += in[i];
        if (i + N < count)
            sum += in[i + N];
        i += stride;
    }
    partial[tid] = sum;
    __syncthreads();

#pragma unroll
    for (unsigned half = N / 2; half > 0; half >>= 1) {
        if (tid < half)
            partial[tid] += partial[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = partial[0];
}

static float sumOnDevice(const float *in, float *scratch, unsigned count, hipStream_t stream)
{
    unsigned blocks = (count + 511) / 512;
    if (blocks > 1024)
        blocks = 1024;
    blockSum<256><<<blocks, 256, 0, stream>>>(in, scratch, count);

    switch (blocks) {
    case 1:
        break;
    case 2:
        blockSum<1><<<1, 1, 0, stream>>>(scratch, scratch, blocks);
        break;
    default:
        blockSum<512><<<1, 512, 0, stream>>>(scratch, scratch, blocks);
    }

    float total = 0.0f;
    hipMemcpyAsync(&total, scratch, sizeof(total), hipMemcpyDeviceToHost, stream);
    hipStreamSynchronize(stream);
    return total;
}

int main()
{
    const unsigned count = 1u << 22;
    std::vector<float> host(count, 0.5f);

    float *in, *scratch;
    hipMalloc(&in, count * sizeof(float));
    hipMalloc(&scratch, 1024 * sizeof(float));
    hipMemcpy(in, host.data(), count * sizeof(float), hipMemcpyHostToDevice);

    hipStream_t stream;
    hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    const float got = sumOnDevice(in, scratch, count, stream);
    const float want = std::accumulate(host.begin(), host.end(), 0.0f);
    std::printf("device %.1f host %.1f\n", got, want);

    hipStreamDestroy(stream);
    hipFree(scratch);
    hipFree(in);
    return got == want ? 0 : 1;
}

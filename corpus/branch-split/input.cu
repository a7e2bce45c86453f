#include <cuda_runtime.h>
#include <cstdio>

__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h
#ifdef WITH_MASK
                     , const unsigned char *mask
#endif
)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h
#ifdef WITH_MASK
        || !mask[y * w + x]
#endif
    )
        return;
    int sum = 0, count = 0;
    for (int v = max(y - 1, 0); v <= min(y + 1, h - 1); ++v)
        for (int u = max(x - 1, 0); u <= min(x + 1, w - 1); ++u, ++count)
            sum += in[v * w + u];
    out[y * w + x] = (unsigned char)(sum / count);
}

cudaError_t run(const unsigned char *host, unsigned char *result, int w, int h, cudaStream_t stream)
{
    unsigned char *in, *out;
    const size_t bytes = (size_t)w * h;
    cudaError_t err =
#ifdef USE_ASYNC_POOL
        cudaMallocAsync(&in, bytes, stream);
#else
        cudaMalloc(&in, bytes);
#endif
    if (err != cudaSuccess)
        return err;
    if ((err = cudaMalloc(&out, bytes)) != cudaSuccess) {
        cudaFree(in);
        return err;
    }

#ifdef CHECK_ARGUMENTS
    if (host == nullptr) {
        err = cudaErrorInvalidValue;
    } else
#endif
    {
        err = cudaMemcpyAsync(in, host, bytes, cudaMemcpyHostToDevice
#ifndef USE_DEFAULT_STREAM
                              , stream
#endif
        );
    }

    blur<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16),
#ifdef EXTRA_SHARED
           EXTRA_SHARED,
#else
           0,
#endif
           stream>>>(in, out, w, h
#ifdef WITH_MASK
                     , in
#endif
    );

    if (err == cudaSuccess) {
        err = cudaMemcpyAsync(result, out, bytes, cudaMemcpyDeviceToHost, stream);
#ifdef VERBOSE
        std::printf("%s\n", cudaGetErrorString(err));
    } else {
        std::printf("upload: %s\n", cudaGetErrorString(err));
#endif
    }
    cudaFree(in);
    cudaFree(out);
    return err;
}

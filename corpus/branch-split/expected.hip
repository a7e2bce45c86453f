#include <hip/hip_runtime.h>
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

hipError_t run(const unsigned char *host, unsigned char *result, int w, int h, hipStream_t stream)
{
    unsigned char *in, *out;
    const size_t bytes = (size_t)w * h;
    hipError_t err =
#ifdef USE_ASYNC_POOL
        hipMallocAsync(&in, bytes, stream);
#else
        hipMalloc(&in, bytes);
#endif
    if (err != hipSuccess)
        return err;
    if ((err = hipMalloc(&out, bytes)) != hipSuccess) {
        hipFree(in);
        return err;
    }

#ifdef CHECK_ARGUMENTS
    if (host == nullptr) {
        err = hipErrorInvalidValue;
    } else
#endif
    {
        err = hipMemcpyAsync(in, host, bytes, hipMemcpyHostToDevice
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

    if (err == hipSuccess) {
        err = hipMemcpyAsync(result, out, bytes, hipMemcpyDeviceToHost, stream);
#ifdef VERBOSE
        std::printf("%s\n", hipGetErrorString(err));
    } else {
        std::printf("upload: %s\n", hipGetErrorString(err));
#endif
    }
    hipFree(in);
    hipFree(out);
    return err;
}

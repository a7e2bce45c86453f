#include <hip/hip_runtime.h>
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define _USE_MATH_DEFINES
#define __STDC_FORMAT_MACROS
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <sys/types.h>

__global__ void phases(double *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sin(2.0 * M_PI * i / n);
}

int write(FILE *file, int n)
{
    double *values = nullptr;
    if (hipMallocManaged(&values, n * sizeof(double)) != hipSuccess)
        return -1;
    phases<<<(n + 255) / 256, 256>>>(values, n);
    hipDeviceSynchronize();
    const off_t at = ftello(file);
    std::fprintf(stderr, "%d values at %" PRId64 "\n", n, static_cast<int64_t>(at));
    const size_t written = std::fwrite(values, sizeof(double), n, file);
    hipFree(values);
    return written == static_cast<size_t>(n) ? 0 : -1;
}

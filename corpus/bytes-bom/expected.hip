// Größen in Mikrometern; the file starts with a UTF-8 byte order mark.
#include <hip/hip_runtime.h>
#include <string>

// naïve Euler step — “explicit”, Δt small
__global__ void diffuse(const double *u, double *next, double coefficient, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        next[i] = u[i] + coefficient * (u[i - 1] - 2.0 * u[i] + u[i + 1]); // ∂²u/∂x²
}

std::string step(const double *u, double *next, double coefficient, int n, hipStream_t stream)
{
    diffuse<<<(n + 127) / 128, 128, 0, stream>>>(u, next, coefficient, n);
    const hipError_t err = hipGetLastError(); /* 日本語 cudaError_t */ return std::string("état: ") + hipGetErrorString(err);
}

// A convolution by cuFFT, batched, and a transform whose work area is the program's own.
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
#include <cstdio>
#include <stdexcept>
#include <string>

static const char *statusName(cufftResult status)
{
    switch (status) {
    case CUFFT_SUCCESS: return "CUFFT_SUCCESS";
    case CUFFT_INVALID_PLAN: return "CUFFT_INVALID_PLAN";
    case CUFFT_ALLOC_FAILED: return "CUFFT_ALLOC_FAILED";
    case CUFFT_NOT_SUPPORTED: return "CUFFT_NOT_SUPPORTED";
    default: return "cuFFT failed";
    }
}

static void check(cufftResult status)
{
    if (status != CUFFT_SUCCESS) {
        throw std::runtime_error(statusName(status));
    }
}

__global__ void multiply(cufftComplex *a, const cufftComplex *b, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cuComplex product = cuCmulf(a[i], b[i]);
        a[i] = make_cuComplex(cuCrealf(product) * scale, cuCimagf(product) * scale);
    }
}

void convolve(cufftReal *signal, cufftComplex *spectrum, const cufftComplex *filter, int n, int batch,
              cudaStream_t stream)
{
    cufftHandle forward, inverse;
    check(cufftPlan1d(&forward, n, CUFFT_R2C, batch));
    check(cufftPlanMany(&inverse, 1, &n, nullptr, 1, n / 2 + 1, nullptr, 1, n, CUFFT_C2R, batch));
    check(cufftSetStream(forward, stream));
    check(cufftSetStream(inverse, stream));
    check(cufftExecR2C(forward, signal, spectrum));
    int count = batch * (n / 2 + 1);
    multiply<<<(count + 255) / 256, 256, 0, stream>>>(spectrum, filter, count, 1.0f / n);
    check(cufftExecC2R(inverse, spectrum, signal));
    check(cufftDestroy(forward));
    check(cufftDestroy(inverse));
}

void transform(cufftDoubleComplex *data, int nx, int ny, int nz)
{
    cufftHandle plan;
    size_t bytes = 0;
    void *area = nullptr;
    check(cufftCreate(&plan));
    check(cufftSetAutoAllocation(plan, 0));
    check(cufftMakePlan3d(plan, nx, ny, nz, CUFFT_Z2Z, &bytes));
    cudaMalloc(&area, bytes);
    check(cufftSetWorkArea(plan, area));
    check(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD));
    check(cufftExecZ2Z(plan, data, data, CUFFT_INVERSE));
    check(cufftDestroy(plan));
    cudaFree(area);
}

void half(void *data, long long n)
{
    cufftHandle plan;
    size_t bytes = 0;
    check(cufftCreate(&plan));
    check(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 1, CUDA_C_16F, nullptr, 1, 1, CUDA_C_16F, 1, &bytes,
                              CUDA_C_16F));
    check(cufftXtExec(plan, data, data, CUFFT_FORWARD));
    check(cufftDestroy(plan));
}

int main()
{
    int major = 0, minor = 0;
    check(cufftGetProperty(MAJOR_VERSION, &major));
    check(cufftGetProperty(MINOR_VERSION, &minor));
    printf("cuFFT %d.%d\n", major, minor);
    return 0;
}

// A convolution by cuFFT, batched, and a transform whose work area is the program's own.
#include <hip/hip_complex.h>
#include <hip/hip_runtime.h>
#include <hipfft/hipfft.h>
#include <hipfft/hipfftXt.h>
#include <cstdio>
#include <stdexcept>
#include <string>

static const char *statusName(hipfftResult status)
{
    switch (status) {
    case HIPFFT_SUCCESS: return "CUFFT_SUCCESS";
    case HIPFFT_INVALID_PLAN: return "CUFFT_INVALID_PLAN";
    case HIPFFT_ALLOC_FAILED: return "CUFFT_ALLOC_FAILED";
    case HIPFFT_NOT_SUPPORTED: return "CUFFT_NOT_SUPPORTED";
    default: return "cuFFT failed";
    }
}

static void check(hipfftResult status)
{
    if (status != HIPFFT_SUCCESS) {
        throw std::runtime_error(statusName(status));
    }
}

__global__ void multiply(hipfftComplex *a, const hipfftComplex *b, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        hipComplex product = hipCmulf(a[i], b[i]);
        a[i] = make_hipComplex(hipCrealf(product) * scale, hipCimagf(product) * scale);
    }
}

void convolve(hipfftReal *signal, hipfftComplex *spectrum, const hipfftComplex *filter, int n, int batch,
              hipStream_t stream)
{
    hipfftHandle forward, inverse;
    check(hipfftPlan1d(&forward, n, HIPFFT_R2C, batch));
    check(hipfftPlanMany(&inverse, 1, &n, nullptr, 1, n / 2 + 1, nullptr, 1, n, HIPFFT_C2R, batch));
    check(hipfftSetStream(forward, stream));
    check(hipfftSetStream(inverse, stream));
    check(hipfftExecR2C(forward, signal, spectrum));
    int count = batch * (n / 2 + 1);
    multiply<<<(count + 255) / 256, 256, 0, stream>>>(spectrum, filter, count, 1.0f / n);
    check(hipfftExecC2R(inverse, spectrum, signal));
    check(hipfftDestroy(forward));
    check(hipfftDestroy(inverse));
}

void transform(hipfftDoubleComplex *data, int nx, int ny, int nz)
{
    hipfftHandle plan;
    size_t bytes = 0;
    void *area = nullptr;
    check(hipfftCreate(&plan));
    check(hipfftSetAutoAllocation(plan, 0));
    check(hipfftMakePlan3d(plan, nx, ny, nz, HIPFFT_Z2Z, &bytes));
    hipMalloc(&area, bytes);
    check(hipfftSetWorkArea(plan, area));
    check(hipfftExecZ2Z(plan, data, data, HIPFFT_FORWARD));
    check(hipfftExecZ2Z(plan, data, data, HIPFFT_BACKWARD));
    check(hipfftDestroy(plan));
    hipFree(area);
}

void half(void *data, long long n)
{
    hipfftHandle plan;
    size_t bytes = 0;
    check(hipfftCreate(&plan));
    check(hipfftXtMakePlanMany(plan, 1, &n, nullptr, 1, 1, HIP_C_16F, nullptr, 1, 1, HIP_C_16F, 1, &bytes,
                              HIP_C_16F));
    check(hipfftXtExec(plan, data, data, HIPFFT_FORWARD));
    check(hipfftDestroy(plan));
}

int main()
{
    int major = 0, minor = 0;
    check(hipfftGetProperty(HIPFFT_MAJOR_VERSION, &major));
    check(hipfftGetProperty(HIPFFT_MINOR_VERSION, &minor));
    printf("cuFFT %d.%d\n", major, minor);
    return 0;
}

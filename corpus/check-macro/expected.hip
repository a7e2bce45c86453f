#include <cstdio>
#include <cstdlib>
#include <hip/hip_runtime.h>

// The text of the call is part of the message, so what is printed changes with the conversion.
#define CUDA_CHECK(call)                                                                                    \
    do {                                                                                                    \
        hipError_t status_ = (call);                                                                       \
        if (status_ != hipSuccess) {                                                                       \
            fprintf(stderr, "CUDA error %d (%s) at %s:%d in " #call ": %s\n", (int)status_,                 \
                    hipGetErrorName(status_), __FILE__, __LINE__, hipGetErrorString(status_));            \
            hipDeviceReset();                                                                              \
            exit(1);                                                                                        \
        }                                                                                                   \
    } while (0)

#define CUDA_CHECK_LAST() CUDA_CHECK(hipGetLastError())

#ifdef NDEBUG
#define AFTER_LAUNCH() CUDA_CHECK(hipPeekAtLastError())
#else
#define AFTER_LAUNCH()                          \
    do {                                        \
        CUDA_CHECK(hipPeekAtLastError());      \
        CUDA_CHECK(hipDeviceSynchronize());    \
    } while (0)
#endif

#define TRY(expr, ...)                                  \
    if (hipError_t e = (expr); e != hipSuccess) {     \
        std::printf(__VA_ARGS__);                       \
        return e;                                       \
    }

#define ALLOC(ptr, n) hipMalloc(reinterpret_cast<void **>(&(ptr)), (n) * sizeof(*(ptr)))

__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

static hipError_t fill(int **out, int n)
{
    TRY(ALLOC(*out, n), "cannot allocate %d ints (cudaMalloc failed)\n", n);
    TRY(hipMemset(*out, 0xff, n * sizeof(int)), "cudaMemset\n");
    iota<<<(n + 255) / 256, 256>>>(*out, n);
    return hipGetLastError();
}

int main()
{
    int *data = nullptr, last = 0;
    const int n = 1000;
    CUDA_CHECK(hipSetDevice(0));
    CUDA_CHECK(fill(&data, n));
    AFTER_LAUNCH();
    CUDA_CHECK(hipMemcpy(&last, data + n - 1, sizeof(int), hipMemcpyDeviceToHost));
    CUDA_CHECK(hipFree(data));
    CUDA_CHECK_LAST();
    printf("%d\n", last);
    return 0;
}

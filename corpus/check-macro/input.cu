#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// The text of the call is part of the message, so what is printed changes with the conversion.
#define CUDA_CHECK(call)                                                                                    \
    do {                                                                                                    \
        cudaError_t status_ = (call);                                                                       \
        if (status_ != cudaSuccess) {                                                                       \
            fprintf(stderr, "CUDA error %d (%s) at %s:%d in " #call ": %s\n", (int)status_,                 \
                    cudaGetErrorName(status_), __FILE__, __LINE__, cudaGetErrorString(status_));            \
            cudaDeviceReset();                                                                              \
            exit(1);                                                                                        \
        }                                                                                                   \
    } while (0)

#define CUDA_CHECK_LAST() CUDA_CHECK(cudaGetLastError())

#ifdef NDEBUG
#define AFTER_LAUNCH() CUDA_CHECK(cudaPeekAtLastError())
#else
#define AFTER_LAUNCH()                          \
    do {                                        \
        CUDA_CHECK(cudaPeekAtLastError());      \
        CUDA_CHECK(cudaDeviceSynchronize());    \
    } while (0)
#endif

#define TRY(expr, ...)                                  \
    if (cudaError_t e = (expr); e != cudaSuccess) {     \
        std::printf(__VA_ARGS__);                       \
        return e;                                       \
    }

#define ALLOC(ptr, n) cudaMalloc(reinterpret_cast<void **>(&(ptr)), (n) * sizeof(*(ptr)))

__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

static cudaError_t fill(int **out, int n)
{
    TRY(ALLOC(*out, n), "cannot allocate %d ints (cudaMalloc failed)\n", n);
    TRY(cudaMemset(*out, 0xff, n * sizeof(int)), "cudaMemset\n");
    iota<<<(n + 255) / 256, 256>>>(*out, n);
    return cudaGetLastError();
}

int main()
{
    int *data = nullptr, last = 0;
    const int n = 1000;
    CUDA_CHECK(cudaSetDevice(0));
    CUDA_CHECK(fill(&data, n));
    AFTER_LAUNCH();
    CUDA_CHECK(cudaMemcpy(&last, data + n - 1, sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(data));
    CUDA_CHECK_LAST();
    printf("%d\n", last);
    return 0;
}

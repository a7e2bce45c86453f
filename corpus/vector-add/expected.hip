// Adds two vectors on the device and checks the sum on the host.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <hip/hip_runtime.h>

__global__ void vectorAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static void die(hipError_t err, const char *what)
{
    if (err != hipSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(err));
        std::exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 50000;
    const size_t bytes = n * sizeof(float);

    std::vector<float> hostA(n), hostB(n), hostC(n);
    for (int i = 0; i < n; ++i) {
        hostA[i] = std::rand() / (float)RAND_MAX;
        hostB[i] = std::rand() / (float)RAND_MAX;
    }

    float *devA = nullptr, *devB = nullptr, *devC = nullptr;
    die(hipMalloc((void **)&devA, bytes), "cudaMalloc a");
    die(hipMalloc((void **)&devB, bytes), "cudaMalloc b");
    die(hipMalloc(&devC, bytes), "cudaMalloc c");

    die(hipMemcpy(devA, hostA.data(), bytes, hipMemcpyHostToDevice), "copy a");
    die(hipMemcpy(devB, hostB.data(), bytes, hipMemcpyHostToDevice), "copy b");

    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    vectorAdd<<<blocks, threads>>>(devA, devB, devC, n);
    die(hipGetLastError(), "launch");

    die(hipMemcpy(hostC.data(), devC, bytes, hipMemcpyDeviceToHost), "copy c");

    int bad = 0;
    for (int i = 0; i < n; ++i)
        bad += std::abs(hostA[i] + hostB[i] - hostC[i]) > 1e-5f;
    std::printf("%d elements, %d wrong\n", n, bad);

    die(hipFree(devA), "free a");
    die(hipFree(devB), "free b");
    die(hipFree(devC), "free c");
    die(hipDeviceReset(), "reset");
    return bad != 0;
}

// Adds two vectors on the device and checks the sum on the host.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

__global__ void vectorAdd(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static void die(cudaError_t err, const char *what)
{
    if (err != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(err));
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
    die(cudaMalloc((void **)&devA, bytes), "cudaMalloc a");
    die(cudaMalloc((void **)&devB, bytes), "cudaMalloc b");
    die(cudaMalloc(&devC, bytes), "cudaMalloc c");

    die(cudaMemcpy(devA, hostA.data(), bytes, cudaMemcpyHostToDevice), "copy a");
    die(cudaMemcpy(devB, hostB.data(), bytes, cudaMemcpyHostToDevice), "copy b");

    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;
    vectorAdd<<<blocks, threads>>>(devA, devB, devC, n);
    die(cudaGetLastError(), "launch");

    die(cudaMemcpy(hostC.data(), devC, bytes, cudaMemcpyDeviceToHost), "copy c");

    int bad = 0;
    for (int i = 0; i < n; ++i)
        bad += std::abs(hostA[i] + hostB[i] - hostC[i]) > 1e-5f;
    std::printf("%d elements, %d wrong\n", n, bad);

    die(cudaFree(devA), "free a");
    die(cudaFree(devB), "free b");
    die(cudaFree(devC), "free c");
    die(cudaDeviceReset(), "reset");
    return bad != 0;
}

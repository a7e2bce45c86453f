// count.cu: how often each byte occurs
#include <cstdio>
#include <cstring>
#include <vector>

static const int kBins = 256;

#include <string>

__global__ void countBytes(const unsigned char *text, unsigned *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[text[i]], 1u);
}

std::vector<unsigned> count(const std::string &text)
{
    const int n = static_cast<int>(text.size());
    std::vector<unsigned> result(kBins, 0);
    unsigned char *dText;
    unsigned *dBins;
    if (cudaMalloc(&dText, n) != cudaSuccess || cudaMalloc(&dBins, kBins * sizeof(unsigned)) != cudaSuccess) {
        std::fprintf(stderr, "out of device memory\n");
        return result;
    }
    cudaMemcpy(dText, text.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dBins, 0, kBins * sizeof(unsigned));
    countBytes<<<64, 256>>>(dText, dBins, n);
    cudaMemcpy(result.data(), dBins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(dText);
    cudaFree(dBins);
    return result;
}

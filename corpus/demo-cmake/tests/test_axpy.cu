#include <cstdio>
#include <vector>

#include "solver.h"

int main()
{
    std::vector<float> x(1000, 1), y(1000, 2);
    float *dx, *dy;
    cudaMalloc(&dx, 1000 * sizeof(float));
    cudaMalloc(&dy, 1000 * sizeof(float));
    cudaMemcpy(dx, x.data(), 1000 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), 1000 * sizeof(float), cudaMemcpyHostToDevice);
    axpy(3, dx, dy, 1000);
    cudaMemcpy(y.data(), dy, 1000 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(dx);
    cudaFree(dy);
    std::printf("%s\n", y[999] == 5 ? "ok" : "wrong");
    return y[999] != 5;
}

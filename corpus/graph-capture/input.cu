#include <cuda_runtime.h>
#include <cstdio>
#include <utility>

#define OK(call)                                                                             \
    do {                                                                                     \
        cudaError_t e_ = (call);                                                             \
        if (e_ != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(e_));   \
            return 1;                                                                        \
        }                                                                                    \
    } while (0)

__global__ void relax(const float *in, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

int main()
{
    const int n = 4096, steps = 100;
    float *a, *b;
    OK(cudaMalloc(&a, n * sizeof(float)));
    OK(cudaMalloc(&b, n * sizeof(float)));
    OK(cudaMemset(a, 0, n * sizeof(float)));
    OK(cudaMemset(b, 0, n * sizeof(float)));

    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));

    cudaGraph_t graph;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < 20; ++i) {
        relax<<<n / 128, 128, 0, stream>>>(a, b, n);
        std::swap(a, b);
    }
    cudaStreamCaptureStatus status;
    OK(cudaStreamIsCapturing(stream, &status));
    if (status != cudaStreamCaptureStatusActive)
        return 1;
    OK(cudaStreamEndCapture(stream, &graph));

    size_t nodes = 0;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));

    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphUpload(exec, stream));
    for (int i = 0; i < steps; ++i)
        OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    std::printf("%zu nodes, %d launches\n", nodes, steps);

    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(a));
    OK(cudaFree(b));
    return 0;
}

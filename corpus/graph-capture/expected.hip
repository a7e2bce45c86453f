#include <hip/hip_runtime.h>
#include <cstdio>
#include <utility>

#define OK(call)                                                                             \
    do {                                                                                     \
        hipError_t e_ = (call);                                                             \
        if (e_ != hipSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, hipGetErrorName(e_));   \
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
    OK(hipMalloc(&a, n * sizeof(float)));
    OK(hipMalloc(&b, n * sizeof(float)));
    OK(hipMemset(a, 0, n * sizeof(float)));
    OK(hipMemset(b, 0, n * sizeof(float)));

    hipStream_t stream;
    OK(hipStreamCreate(&stream));

    hipGraph_t graph;
    OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    for (int i = 0; i < 20; ++i) {
        relax<<<n / 128, 128, 0, stream>>>(a, b, n);
        std::swap(a, b);
    }
    hipStreamCaptureStatus status;
    OK(hipStreamIsCapturing(stream, &status));
    if (status != hipStreamCaptureStatusActive)
        return 1;
    OK(hipStreamEndCapture(stream, &graph));

    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));

    hipGraphExec_t exec;
    OK(hipGraphInstantiateWithFlags(&exec, graph, 0));
    OK(hipGraphUpload(exec, stream));
    for (int i = 0; i < steps; ++i)
        OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    std::printf("%zu nodes, %d launches\n", nodes, steps);

    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamDestroy(stream));
    OK(hipFree(a));
    OK(hipFree(b));
    return 0;
}

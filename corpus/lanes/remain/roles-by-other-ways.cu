// A warp's role comes by way of an object, a binding, a lambda, a reference and an alias; both sides have a barrier.
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

class Role {
    int warp_;

public:
    __device__ explicit Role(int thread) : warp_(thread / 32) {}
    __device__ bool writes() const { return warp_ == 0; }
    __device__ int &warp() { return warp_; }
};

__device__ std::pair<int, int> place(int thread) { return {thread / 32, thread % 32}; }

__device__ void tell(int *to, int thread)
{
    int *mine = to;
    *mine = thread / 32;
}

__global__ void by_object(int *out)
{
    __shared__ int box[32];
    Role role(threadIdx.x);
    if (role.writes()) {
        box[threadIdx.x] = threadIdx.x * 3 + 1;
        __syncthreads();
    } else {
        __syncthreads();
        out[threadIdx.x - 32] = box[threadIdx.x - 32];
    }
}

__global__ void by_binding(int *out)
{
    __shared__ int box[32];
    const auto [warp, lane] = place(threadIdx.x);
    if (warp == 0) {
        box[threadIdx.x] = threadIdx.x * 3 + 2;
        __syncthreads();
    } else {
        __syncthreads();
        out[lane] = box[lane];
    }
}

__global__ void by_lambda(int *out)
{
    __shared__ int box[32];
    auto turn = [&](int warp) {
        if (warp == 0) {
            box[threadIdx.x] = threadIdx.x * 3 + 3;
            __syncthreads();
        } else {
            __syncthreads();
            out[threadIdx.x - 32] = box[threadIdx.x - 32];
        }
    };
    turn(threadIdx.x / 32);
}

__global__ void by_reference(int *out)
{
    __shared__ int box[32];
    Role role(0);
    role.warp() = threadIdx.x / 32;
    if (role.writes()) {
        box[threadIdx.x] = threadIdx.x * 3 + 4;
        __syncthreads();
    } else {
        __syncthreads();
        out[threadIdx.x - 32] = box[threadIdx.x - 32];
    }
}

__global__ void by_alias(int *out)
{
    __shared__ int box[32];
    int warp = 0;
    tell(&warp, threadIdx.x);
    if (warp == 0) {
        box[threadIdx.x] = threadIdx.x * 3 + 5;
        __syncthreads();
    } else {
        __syncthreads();
        out[threadIdx.x - 32] = box[threadIdx.x - 32];
    }
}

static int look(const int *out, int add)
{
    int result[32], wrong = 0;
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += result[i] != i * 3 + add;
    printf("%d wrong: %d\n", add, wrong);
    return wrong;
}

int main()
{
    int *out, wrong = 0;
    cudaMalloc(&out, 32 * sizeof(int));
    by_object<<<1, 64>>>(out);
    wrong += look(out, 1);
    by_binding<<<1, 64>>>(out);
    wrong += look(out, 2);
    by_lambda<<<1, 64>>>(out);
    wrong += look(out, 3);
    by_reference<<<1, 64>>>(out);
    wrong += look(out, 4);
    by_alias<<<1, 64>>>(out);
    wrong += look(out, 5);
    cudaFree(out);
    return wrong != 0;
}

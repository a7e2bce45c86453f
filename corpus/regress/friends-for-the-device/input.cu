#include <cstdio>

// A class of which friends and members say in their definitions alone for what they are.
class Interval {
    float low, high;

public:
    __host__ __device__ Interval(float low, float high) : low(low), high(high) {}
    friend Interval operator+(const Interval &a, const Interval &b);
    friend float width(Interval a);
    template <class T> friend T middle(Interval a, T half);
    bool holds(float x) const;
    template <class T> void widen(T by);
};

__host__ __device__ Interval operator+(const Interval &a, const Interval &b)
{
    return Interval(a.low + b.low, a.high + b.high);
}

__device__ float width(Interval a) { return a.high - a.low; }

template <typename T> __device__ T middle(Interval a, T half) { return a.low + width(a) * half; }

__device__ bool Interval::holds(float x) const { return low <= x && x <= high; }

template <class T> __device__ void Interval::widen(T by)
{
    low -= by;
    high += by;
}

__global__ void sums(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Interval sum = Interval(x[i], x[i] + 1.0f) + Interval(0.0f, 2.0f);
    sum.widen(1);
    y[i] = sum.holds(x[i]) ? width(sum) : middle(sum, 0.5f);
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 256 * sizeof(float));
    cudaMalloc(&y, 256 * sizeof(float));
    sums<<<1, 256>>>(x, y, 256);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(x);
    cudaFree(y);
    return 0;
}

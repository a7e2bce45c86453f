#include <cuda_runtime.h>

struct Longest
{
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};

struct Lengths
{
    typedef Longest Best;
    static __device__ float none() { return 0; }
};

template <typename F>
__device__ float over(const float *in, int n, F best)
{
    float found = in[0];
    for (int i = 1; i < n; ++i)
        found = best(found, in[i]);
    return found;
}

template <typename T>
struct Measure
{
    struct Pair
    {
        T length;

        struct Least
        {
            T start;
            __device__ Least(T start = 100) : start(start) {}
            __device__ T operator()(T a, T b) const { return a < b ? a : b < start ? b : start; }
        };
    };

    __device__ T least(const T *in, int n) { return over(in, n, Pair::Least()) + over(in, n, Pair::Least(3)); }
};

template <typename Of>
__global__ void measure(float *out, const float *in, int n)
{
    Measure<float> measured;
    out[0] = measured.least(in, n);
    out[1] = over(in, n, Of::Best()) + Of::none();
    out[2] = over(in, n, typename Of::Best());
}

template __global__ void measure<Lengths>(float *, const float *, int);

template <typename Of>
struct Scaled
{
    typedef Of Number;
};

struct Halves
{
    typedef Scaled<float> Of;
    static const int parts = 2;
};

template <typename Link>
__global__ void scaled(float *out, typename Link::Of::Number by)
{
    out[0] = by / (Link::Of::Number)(Link::parts) + sizeof(Link::Of::Number);
}

template __global__ void scaled<Halves>(float *, float);

#include <hip/hip_runtime.h>

// Complex numbers for host compilers, which also go to and from float2 where nvcc reads them.
struct Phasor {
    float re, im;

    __host__ __device__ Phasor() {}
    __host__ __device__ Phasor(float re_, float im_ = 0) : re(re_), im(im_) {}
#if defined(__CUDACC_VER_MAJOR__) || defined(__HIPCC__)
    __host__ __device__ Phasor(float2 pair) : re(pair.x), im(pair.y) {}
    __host__ __device__ operator float2() const { return make_float2(re, im); }
#endif
};

#if !(defined(__CUDACC_VER_MAJOR__) || defined(__HIPCC__))
#error "for nvcc alone"
#endif

__global__ void turn(const float2 *in, float2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Phasor one;
    if (i < n) {
        one = in[i];
        out[i] = Phasor(-one.im, one.re);
    }
}

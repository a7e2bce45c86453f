// What nvcc takes of words in declarations and calls, and clang does not.
#include <cuda_runtime.h>
#include <cstdint>
#include <utility>

// Declared without a word for a side, and defined for both.
template <class Number> struct Pair;
template <class Number> Number lengthOf(const Pair<Number> &pair);

template <class Number> struct Pair {
    Number x, y;
};

template <class Number> __host__ __device__ Number lengthOf(const Pair<Number> &pair) {
    return pair.x * pair.x + pair.y * pair.y;
}

// A member that is called with `template` before its name, with and without arguments.
struct Sender {
    template <class To> __device__ void send(To *to, int value) const { *to = To(value); }
    template <int Times, class To> __device__ void repeat(To *to) const { *to = To(Times); }
};

template <class Channel> __global__ void sendAll(Channel channel, int *out) {
    channel.template send(out + 2 * threadIdx.x, int(threadIdx.x));
    channel.template repeat<3>(out + 2 * threadIdx.x + 1);
}

// A type that a function for the device alone is asked for.
template <class Number> __device__ auto halfOf(Number number) -> decltype(std::declval<Number>() / 2) {
    return number / 2;
}

// The first free place in words of 64 bits, which are elements of a member.
struct Places {
    uint64_t *free;
    __device__ int first(int word) const { return __ffsll(free[word]) - 1; }
};

// A class of the program's own on top of a vector, with an operator of its own.
struct Vector : float3 {
    __host__ __device__ Vector(float x, float y, float z) : float3{x, y, z} {}
};

__host__ __device__ Vector operator*(float scale, const Vector &vector) {
    return Vector(scale * vector.x, scale * vector.y, scale * vector.z);
}

__global__ void useAll(Places places, Pair<float> *pairs, float *out, int words) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= words) return;
    Vector normal(0, 0, 1);
    Vector twice = 2 * normal;
    out[at] = lengthOf(pairs[at]) + halfOf(places.first(at)) + twice.z;
}

main() {
    int *sent = nullptr;
    if (cudaMalloc(&sent, 64 * sizeof(int)) != cudaSuccess) return 1;
    sendAll<<<1, 32>>>(Sender{}, sent);
    return cudaDeviceSynchronize() != cudaSuccess;
}

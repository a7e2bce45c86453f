#include <cuda_runtime.h>
#include <array>
#include <iostream>
#include <map>
#include <vector>

template <typename T> class Ring;
template <typename T> std::ostream &operator<<(std::ostream &out, const Ring<T> &ring);
template <typename T> Ring<T> &operator>>(Ring<T> &ring, T &value);

template <typename T> class Ring {
public:
    explicit Ring(unsigned log2) : mask_((1u << log2) - 1), cells_(std::size_t(1) << log2) {}
    void push(T value) { cells_[head_++ & mask_] = value; }

    friend std::ostream &operator<< <T>(std::ostream &out, const Ring &ring);
    friend Ring &operator>><>(Ring &ring, T &value);

private:
    unsigned head_ = 0, tail_ = 0, mask_;
    std::vector<T> cells_;
};

template <typename T> std::ostream &operator<<(std::ostream &out, const Ring<T> &ring)
{
    for (unsigned i = ring.tail_; i != ring.head_; ++i)
        out<<ring.cells_[i & ring.mask_]<<' ';
    return out<<"<<<"<<ring.head_<<">>>"<<'\n';
}

template <typename T> Ring<T> &operator>>(Ring<T> &ring, T &value)
{
    value = ring.cells_[ring.tail_++ & ring.mask_];
    return ring;
}

template <int Bits> struct Field {
    static constexpr int value = Bits;
};
template <typename T> struct Holder {};
template <int A> using Deep = Holder<Holder<Field<(A >> 1)>>>;

__global__ void hash(const unsigned *in, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned h = in[i];
        h ^= h >> 16, h *= 0x85ebca6bu, h ^= h<<13;
        h <<= 1;
        h >>= (i & 1)<<(h & 1);
        out[i] = h>>1<<1;
    }
}

// <<< and >>> in text: kernel<<<1, 1>>>(x)
std::map<int, std::vector<std::array<int, 3>>> table;
std::vector<std::vector<std::vector<float>>>cube;
Holder<Holder<Holder<Deep<3>>>> holder;
using Three = std::vector<std::vector<std::vector<cudaStream_t>>>;

int main()
{
    Ring<int> ring(3);
    ring.push(1<<2);
    ring.push(64>>2>>1);
    int v = 0;
    ring>>v;
    std::cout<<ring<<v<<Field<(8>>2)>::value<<std::endl;
    std::vector<std::vector<std::vector<int>>>(1<<1).swap(*new std::vector<std::vector<std::vector<int>>>);
    hash<<<1, 32>>>(nullptr, nullptr, 0);
    return cudaDeviceSynchronize() == cudaSuccess ? v>>2 : static_cast<int>(Three().size());
}

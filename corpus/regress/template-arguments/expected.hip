#include <hip/hip_runtime_api.h>
#include <hip/hip_runtime.h>

struct Stats
{
    int launches = 0;
};

template <typename T>
void launch(T *out, Stats &stats);

template <typename T, T NONE, typename D>
class Handle
{
public:
    explicit Handle(T held) : held(held) {}
    ~Handle()
    {
        if (held != NONE)
            D()(held);
    }

private:
    T held;
};

struct Free
{
    void operator()(hipDeviceptr_t held) const { hipFree(reinterpret_cast<void *>(held)); }
};

using Memory = Handle<hipDeviceptr_t, nullptr, Free>;

template <typename T>
__global__ void fill(T *out) { out[threadIdx.x] = 1; }

template <typename T>
void launch(T *out, Stats &stats)
{
    fill<<<1, 32>>>(out);
    ++stats.launches;
}

void launched(hipDeviceptr_t memory)
{
    Stats stats;
    Memory kept(memory);
    launch(reinterpret_cast<float *>(memory), stats);
}

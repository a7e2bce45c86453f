#include <hip/hip_runtime_api.h>
#include <hip/hip_runtime.h>
#include <condition_variable>
#include <mutex>

// Lets a host thread wait for a point in a stream without spinning.
class Barrier {
public:
    hipError_t arrive(hipStream_t stream) { return hipLaunchHostFunc(stream, &Barrier::signal, this); }
    hipError_t arriveWithStatus(hipStream_t stream) { return hipStreamAddCallback(stream, signalStatus, this, 0); }

    hipError_t wait()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return done_; });
        done_ = false;
        return status_;
    }

private:
    static void signal(void *self) { static_cast<Barrier *>(self)->finish(hipSuccess); }
    static void signalStatus(hipStream_t, hipError_t status, void *self)
    {
        static_cast<Barrier *>(self)->finish(status);
    }

    void finish(hipError_t status)
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            status_ = status;
            done_ = true;
        }
        changed_.notify_one();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    hipError_t status_ = hipSuccess;
    bool done_ = false;
};

static size_t bytesForBlock(int blockSize) { return blockSize * sizeof(float); }
typedef void(*HostFunction)(void *);

size_t sharedFor(int threads, HostFunction f, void *data)
{
    f(data);
    return bytesForBlock(threads);
}

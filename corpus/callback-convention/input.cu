#include <cuda.h>
#include <cuda_runtime.h>
#include <condition_variable>
#include <mutex>

// Lets a host thread wait for a point in a stream without spinning.
class Barrier {
public:
    cudaError_t arrive(cudaStream_t stream) { return cudaLaunchHostFunc(stream, &Barrier::signal, this); }
    cudaError_t arriveWithStatus(cudaStream_t stream) { return cudaStreamAddCallback(stream, signalStatus, this, 0); }

    cudaError_t wait()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return done_; });
        done_ = false;
        return status_;
    }

private:
    static void CUDART_CB signal(void *self) { static_cast<Barrier *>(self)->finish(cudaSuccess); }
    static void CUDART_CB signalStatus(cudaStream_t, cudaError_t status, void *self)
    {
        static_cast<Barrier *>(self)->finish(status);
    }

    void finish(cudaError_t status)
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
    cudaError_t status_ = cudaSuccess;
    bool done_ = false;
};

static size_t CUDA_CB bytesForBlock(int blockSize) { return blockSize * sizeof(float); }
typedef void(CUDART_CB *HostFunction)(void *);

size_t sharedFor(int threads, HostFunction f, void *data)
{
    f(data);
    return bytesForBlock(threads);
}

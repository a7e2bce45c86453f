#include <cuda_runtime.h>

class Task {
 public:
  static void CUDART_CB done(cudaStream_t stream, cudaError_t status, void *task);
  int count = 0;
};

void Task::CUDART_CB done(cudaStream_t stream, cudaError_t status, void *task) {
  static_cast<Task *>(task)->count++;
}

int main() {
  Task task;
  return cudaStreamAddCallback(0, Task::done, &task, 0) != cudaSuccess;
}

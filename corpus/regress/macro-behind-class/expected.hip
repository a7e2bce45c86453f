#include <hip/hip_runtime.h>

class Task {
 public:
  static void done(hipStream_t stream, hipError_t status, void *task);
  int count = 0;
};

void Task::done(hipStream_t stream, hipError_t status, void *task) {
  static_cast<Task *>(task)->count++;
}

int main() {
  Task task;
  return hipStreamAddCallback(0, Task::done, &task, 0) != hipSuccess;
}

/* hipify_samples.h - what programs mostly use of the helpers of CUDA's samples: helper_cuda.h, helper_functions.h,
 * helper_timer.h and helper_string.h. It stands in their place where a program includes them and does not have them.
 *
 * Checks of results, the choice of a device, stop watches and options of the command line, by their own names.
 * Images, files and comparisons are not in it. Needs C++11 and hip/hip_runtime_api.h; plain C++ may read it too.
 */
#ifndef HIPIFY_SAMPLES_H
#define HIPIFY_SAMPLES_H

#if defined(__CUDACC__) && !defined(__HIP__)
#error "hipify_samples.h is for AMD GPUs: compile the CUDA source itself for NVIDIA's"
#endif

#include <hip/hip_runtime_api.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace hipify_samples {

inline const char* name(hipError_t result_) { return hipGetErrorName(result_); }
template <class Result>
inline const char* name(Result) {
  return "of a library";
}

/* Ends the program where a call failed: zero is the success of HIP's runtime and of all its libraries. */
template <class Result>
inline void check(Result result_, const char* call_, const char* file_, int line_) {
  if (static_cast<int>(result_) == 0) return;
  fprintf(stderr, "%s:%d: %s failed with %d (%s)\n", file_, line_, call_, static_cast<int>(result_), name(result_));
  exit(EXIT_FAILURE);
}

/* Says which launch or call before failed, and ends the program if it is to. */
inline void last(const char* what_, const char* file_, int line_, bool ends_) {
  const hipError_t result_ = hipGetLastError();
  if (result_ == hipSuccess) return;
  fprintf(stderr, "%s:%d: %s: error %d (%s)\n", file_, line_, what_, static_cast<int>(result_),
          hipGetErrorString(result_));
  if (ends_) exit(EXIT_FAILURE);
}

/* Gives what stands behind an option -name, --name or -name=, null where the option is not there. */
inline const char* option(int count_, const char** words_, const char* name_) {
  const size_t length_ = strlen(name_);
  for (int at_ = 1; at_ < count_; ++at_) {
    const char* word_ = words_[at_] + strspn(words_[at_], "-");
    if (word_ != words_[at_] && strncasecmp(word_, name_, length_) == 0 &&
        (word_[length_] == '=' || word_[length_] == 0))
      return word_ + length_;
  }
  return nullptr;
}

inline const char* value(int count_, const char** words_, const char* name_) {
  const char* found_ = option(count_, words_, name_);
  return found_ != nullptr && *found_ == '=' ? found_ + 1 : nullptr;
}

/* Milliseconds, as a sum of the laps between start and stop. */
class stop_watch {
 public:
  void start() {
    begun_ = std::chrono::steady_clock::now();
    runs_ = true;
  }
  void stop() {
    sum_ += lap();
    runs_ = false;
    ++laps_;
  }
  void reset() {
    sum_ = 0;
    laps_ = 0;
    if (runs_) start();
  }
  float getTime() { return sum_ + (runs_ ? lap() : 0); }
  float getAverageTime() { return laps_ > 0 ? sum_ / static_cast<float>(laps_) : 0; }

 private:
  float lap() const {
    return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begun_).count();
  }
  std::chrono::steady_clock::time_point begun_;
  float sum_ = 0;
  int laps_ = 0;
  bool runs_ = false;
};

}  // namespace hipify_samples

#ifndef checkCudaErrors
#define checkCudaErrors(...) hipify_samples::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#endif
#ifndef getLastCudaError
#define getLastCudaError(what_) hipify_samples::last(what_, __FILE__, __LINE__, true)
#endif
#ifndef printLastCudaError
#define printLastCudaError(what_) hipify_samples::last(what_, __FILE__, __LINE__, false)
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MIN
#define MIN(a_, b_) ((a_) < (b_) ? (a_) : (b_))
#endif
#ifndef MAX
#define MAX(a_, b_) ((a_) > (b_) ? (a_) : (b_))
#endif

template <class Result>
inline const char* _cudaGetErrorEnum(Result result_) {
  return hipify_samples::name(result_);
}

inline int ftoi(float value_) { return static_cast<int>(value_ >= 0 ? value_ + 0.5f : value_ - 0.5f); }

inline bool checkCmdLineFlag(int count_, const char** words_, const char* name_) {
  return hipify_samples::option(count_, words_, name_) != nullptr;
}
inline int getCmdLineArgumentInt(int count_, const char** words_, const char* name_) {
  const char* text_ = hipify_samples::value(count_, words_, name_);
  return text_ != nullptr ? atoi(text_) : 0;
}
inline float getCmdLineArgumentFloat(int count_, const char** words_, const char* name_) {
  const char* text_ = hipify_samples::value(count_, words_, name_);
  return text_ != nullptr ? static_cast<float>(atof(text_)) : 0;
}
inline bool getCmdLineArgumentString(int count_, const char** words_, const char* name_, char** value_) {
  *value_ = const_cast<char*>(hipify_samples::value(count_, words_, name_));
  return *value_ != nullptr;
}

/* Takes a device by its number; fewer than none is the first. */
inline int gpuDeviceInit(int device_) {
  int count_ = 0;
  checkCudaErrors(hipGetDeviceCount(&count_));
  device_ = device_ < 0 ? 0 : device_;
  if (device_ >= count_) {
    fprintf(stderr, "there is no device %d, of %d\n", device_, count_);
    exit(EXIT_FAILURE);
  }
  checkCudaErrors(hipSetDevice(device_));
  return device_;
}

/* Gives the device with the most compute units times clock. */
inline int gpuGetMaxGflopsDeviceId() {
  int count_ = 0, best_ = 0;
  double most_ = -1;
  checkCudaErrors(hipGetDeviceCount(&count_));
  for (int device_ = 0; device_ < count_; ++device_) {
    int units_ = 0, clock_ = 0;
    checkCudaErrors(hipDeviceGetAttribute(&units_, hipDeviceAttributeMultiprocessorCount, device_));
    checkCudaErrors(hipDeviceGetAttribute(&clock_, hipDeviceAttributeClockRate, device_));
    if (static_cast<double>(units_) * clock_ > most_) {
      most_ = static_cast<double>(units_) * clock_;
      best_ = device_;
    }
  }
  if (count_ == 0) {
    fprintf(stderr, "there is no device\n");
    exit(EXIT_FAILURE);
  }
  return best_;
}

/* Takes the device that -device= names, else the fastest. */
inline int findCudaDevice(int count_, const char** words_) {
  if (hipify_samples::value(count_, words_, "device") != nullptr)
    return gpuDeviceInit(getCmdLineArgumentInt(count_, words_, "device"));
  return gpuDeviceInit(gpuGetMaxGflopsDeviceId());
}

typedef hipify_samples::stop_watch StopWatchInterface;

inline bool sdkCreateTimer(StopWatchInterface** timer_) {
  *timer_ = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer_) {
  delete *timer_;
  *timer_ = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer_) { return *timer_ ? ((*timer_)->start(), true) : false; }
inline bool sdkStopTimer(StopWatchInterface** timer_) { return *timer_ ? ((*timer_)->stop(), true) : false; }
inline bool sdkResetTimer(StopWatchInterface** timer_) { return *timer_ ? ((*timer_)->reset(), true) : false; }
inline float sdkGetTimerValue(StopWatchInterface** timer_) { return *timer_ ? (*timer_)->getTime() : 0; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer_) {
  return *timer_ ? (*timer_)->getAverageTime() : 0;
}

#endif  // HIPIFY_SAMPLES_H

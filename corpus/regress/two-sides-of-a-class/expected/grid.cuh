#ifndef GRID_CUH
#define GRID_CUH
#ifdef GRID_ON_HOST
#include "grid_host.h"
#else
#include <hip/hip_runtime.h>
template <class T>
class Grid {
 public:
  __host__ __device__ Grid(T first, int count);
  __host__ __device__ T at(int index) const;
  __host__ __device__ int count() const;

 private:
  T first_;
  int count_;
};

template <class T>
__host__ __device__ Grid<T>::Grid(T first, int count) : first_(first), count_(count) {}

template <class T>
__host__ __device__ T Grid<T>::at(int index) const {
  return first_ + static_cast<T>(index);
}

template <class T>
__host__ __device__ int Grid<T>::count() const {
  return count_;
}
#endif
#endif

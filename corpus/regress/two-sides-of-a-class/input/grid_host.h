#ifndef GRID_HOST_H
#define GRID_HOST_H
// Plain C++ reads this: no word of CUDA's stands in it, and none may come into it.
template <class T>
class Grid {
 public:
  Grid(T first, int count);
  T at(int index) const;
  int count() const;

 private:
  T first_;
  int count_;
};

template <class T>
Grid<T>::Grid(T first, int count) : first_(first), count_(count) {}

template <class T>
T Grid<T>::at(int index) const {
  return first_ + static_cast<T>(index);
}

template <class T>
int Grid<T>::count() const {
  return count_;
}
#endif

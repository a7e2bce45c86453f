#include "point.hpp"

int twice(int a) { return cpu::point<int>(a, a).sum(); }

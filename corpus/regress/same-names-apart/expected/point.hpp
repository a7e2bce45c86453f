#pragma once
namespace cpu {
template <class F> struct point {
    F x, y;
    point(const F &a, const F &b);
    F sum() const;
};
}

#include "point_impl.hpp"

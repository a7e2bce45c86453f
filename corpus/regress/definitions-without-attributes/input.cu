// Members and functions that say for which side they are only where they are declared.
#include <cuda_runtime.h>

#define POINT_HD __host__ __device__

struct Point {
    float x, y;

    POINT_HD Point(float x, float y);
    POINT_HD float dot(const Point &other) const;
    __device__ static Point of_thread();
    Point &operator+=(const Point &other);
    float length() const;
};

template <typename T>
class Ring {
public:
    __device__ explicit Ring(T *items);
    __device__ void push(T item);
    template <typename U>
    __device__ U last() const;

private:
    T *items_;
    int next_;
};

__device__ float halved(float value);

Point::Point(float a, float b) : x(a), y(b) {}

inline float Point::dot(const Point &other) const { return x * other.x + y * other.y; }

Point Point::of_thread()
{
    return Point(threadIdx.x, threadIdx.y);
}

__host__ __device__ Point &Point::operator+=(const Point &other)
{
    x += other.x;
    y += other.y;
    return *this;
}

float Point::length() const { return sqrtf(x * x + y * y); }  // of the host alone

template <typename T>
Ring<T>::Ring(T *items) : items_(items), next_(0) {}

template <typename T>
void Ring<T>::push(T item) { items_[next_++ % 16] = item; }

template <typename T>
template <typename U>
U Ring<T>::last() const { return U(items_[(next_ - 1) % 16]); }

float halved(float value) { return 0.5f * value; }

__global__ void measure(float *lengths, float *scratch)
{
    Point point = Point::of_thread();
    Ring<float> ring(scratch);
    ring.push(point.dot(Point(1, 2)));
    point += Point(1, 1);
    lengths[threadIdx.x] = halved(ring.last<float>()) + point.x;
}

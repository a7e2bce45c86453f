#include <cuda_runtime.h>

struct Ray
{
    float x;
};

class Shape
{
public:
    __device__ virtual bool hit(const Ray &ray) const = 0;
    virtual ~Shape() {}
};

class Ball : public Shape
{
public:
    __device__ Ball(float radius) : radius(radius) {}
    // Nothing to do.
    ~Ball() {}
    __device__ bool hit(const Ray &ray) const override { return ray.x < radius; }

private:
    float radius;
};

class Nowhere : public Shape
{
public:
    __device__ bool hit(const Ray &) const override { return false; }
    virtual ~Nowhere() = default;
};

__global__ void make(Shape **shapes)
{
    shapes[0] = new Ball(1);
    shapes[1] = new Nowhere();
}

__global__ void unmake(Shape **shapes)
{
    delete shapes[0];
    delete shapes[1];
}

#include <hip/hip_runtime.h>
#include <iostream>

template <typename T> class Matrix;
template <typename T> std::ostream &operator<<(std::ostream &out, const Matrix<T> &m);
template <typename T> Matrix<T> &operator<<=(Matrix<T> &m, int bits);

template <typename T> class Matrix {
public:
    Matrix(int rows, int columns) : rows_(rows), columns_(columns)
    {
        hipMallocManaged(&data_, sizeof(T) * rows * columns);
    }
    ~Matrix() { hipFree(data_); }
    Matrix(const Matrix &) = delete;
    Matrix &operator=(const Matrix &) = delete;

    T *data() { return data_; }
    int size() const { return rows_ * columns_; }

    friend std::ostream &operator<< <>(std::ostream &out, const Matrix &m);
    friend Matrix &operator<<=<>(Matrix &m, int bits);

private:
    int rows_, columns_;
    T *data_ = nullptr;
};

template <typename T> __global__ void shiftAll(T *x, int bits, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] <<= bits;
}

template <typename T> Matrix<T> &operator<<=(Matrix<T> &m, int bits)
{
    shiftAll<<<(m.size() + 255) / 256, 256>>>(m.data_, bits, m.size());
    hipDeviceSynchronize();
    return m;
}

template <typename T> std::ostream &operator<<(std::ostream &out, const Matrix<T> &m)
{
    for (int r = 0; r < m.rows_; ++r)
        for (int c = 0; c < m.columns_; ++c)
            out << m.data_[r * m.columns_ + c] << (c + 1 < m.columns_ ? ' ' : '\n');
    return out;
}

int main()
{
    Matrix<int> m(4, 4);
    hipMemset(m.data(), 0x01, sizeof(int) * m.size());
    m <<= 2;
    std::cout << m;
}

template <typename T>
void fetch(T *to, const T *from, size_t count, hipStream_t stream)
{
    hipMemcpyAsync(to, from, count * sizeof(T), hipMemcpyDeviceToHost, stream);
    hipStreamSynchronize(stream);
}

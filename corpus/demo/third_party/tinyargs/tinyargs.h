// tinyargs 1.0: reads "-k 8" and "--flag". Vendored: change it upstream, not here.
#ifndef TINYARGS_H
#define TINYARGS_H

#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif

namespace tinyargs {

class Args {
public:
    Args(int argc, char **argv) : argc_(argc), argv_(argv) {}

    bool has(const char *name) const { return find(name) != 0; }

    int number(const char *name, int otherwise) const
    {
        const int at = find(name);
        return at != 0 && at + 1 < argc_ ? std::atoi(argv_[at + 1]) : otherwise;
    }

#ifdef __CUDACC__
    // "--device N" chooses the device.
    void selectDevice() const { cudaSetDevice(number("--device", 0)); }
#endif

private:
    int find(const char *name) const
    {
        for (int i = 1; i < argc_; ++i)
            if (std::strcmp(argv_[i], name) == 0)
                return i;
        return 0;
    }

    int argc_;
    char **argv_;
};

}  // namespace tinyargs

#endif  // TINYARGS_H

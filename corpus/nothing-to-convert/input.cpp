#include <algorithm>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

// Reads and writes binary PGM images.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

static int readNumber(std::istream &in)
{
    int value = 0;
    while (in.peek() == '#' || std::isspace(in.peek())) {
        if (in.peek() == '#')
            in.ignore(1 << 16, '\n');
        else
            in.get();
    }
    if (!(in >> value))
        throw std::runtime_error("bad PGM header");
    return value;
}

Image readPgm(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    std::string magic(2, '\0');
    if (!in.read(&magic[0], 2) || magic != "P5")
        throw std::runtime_error(path + ": not a binary PGM file");
    Image image;
    image.width = readNumber(in);
    image.height = readNumber(in);
    const int maximum = readNumber(in);
    in.get();
    image.pixels.resize(std::size_t(image.width) * image.height);
    in.read(reinterpret_cast<char *>(image.pixels.data()), std::streamsize(image.pixels.size()));
    if (maximum != 255)
        for (auto &p : image.pixels)
            p = static_cast<std::uint8_t>(std::min(255, p * 255 / maximum));
    return image;
}

void writePgm(const std::string &path, const Image &image)
{
    std::ofstream out(path, std::ios::binary);
    out << "P5\n" << image.width << ' ' << image.height << "\n255\n";
    out.write(reinterpret_cast<const char *>(image.pixels.data()), std::streamsize(image.pixels.size()));
}

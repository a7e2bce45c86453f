// What went wrong in a run, counted by kind and place, and the end of the process.
#pragma once

#include "simt/core.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace simt {

// What no lane changes.
#define SIMT_OWN __attribute__((section("simt_own")))
SIMT_OWN Run run;
SIMT_OWN Index3 thread_index, block_index, block_size, grid_size;

namespace {

constexpr std::size_t stack_bytes = 128 * 1024;
constexpr unsigned max_threads = 1024;
constexpr long slice = 4096;  // basic blocks that a lane, or a wavefront in lock step, runs before others have a turn
constexpr unsigned char poison[] = {0xEF, 0xBE, 0xAD, 0xDE};
constexpr unsigned char canary = 0xC5;
constexpr int fatal_status = 3;

std::string order = "ascending";
std::uint64_t seed = 0;
long step_limit = 20000000;  // basic blocks without any lane meeting another or ending
long most_steps = 0;         // basic blocks of a run; 0 for any number

struct Problem {
  long count;
  std::string text;
};
std::map<std::tuple<std::string, std::string, int>, Problem> problems;

void count_problem(const char* kind, Site site, const std::string& text) {
  auto found = problems.try_emplace({kind, site.file ? site.file : "", site.line}, Problem{0, text});
  ++found.first->second.count;
}

void write_problems() {
  for (const auto& [key, problem] : problems) {
    const auto& [kind, file, line] = key;
    std::fprintf(stderr, "simt-problem\t%s\t%s\t%d\t%ld\t%s\n", kind.c_str(), file.c_str(), line, problem.count,
                 problem.text.c_str());
  }
  problems.clear();
}

[[noreturn]] void stop() {
  std::fflush(stdout);
  write_problems();
  std::fflush(stderr);
  _exit(fatal_status);
}

}  // namespace

}  // namespace simt

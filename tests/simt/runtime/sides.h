// In which order the sides of a branch run: lanes at the block that comes first go next.
//
// The blocks of a function are put in an order in which a compiler for AMD's GPUs may lay them out. It is topological but
// for the ways back to a loop's first block, which comes last in its loop: lanes wait there for those that are in the loop
// still. The blocks of a loop lie together, so that what a lane does on its way out of a loop waits until all have left
// it. Sides of which none leads to the other may come either way; the run's order says which: as in the source, the other
// way round, or drawn for each branch.
#pragma once

#include "problems.h"

namespace simt {

namespace {

struct BlockRow {
  std::uintptr_t start, next[2];
};
extern "C" BlockRow __start_simt_blocks[] __attribute__((weak));
extern "C" BlockRow __stop_simt_blocks[] __attribute__((weak));

class Layout {
 public:
  // A number for a place in the source's functions: lanes at the lowest one go first.
  std::uint64_t rank(std::uintptr_t pc) {
    Known& known = recent[pc / 4 % (sizeof recent / sizeof *recent)];
    if (known.pc != pc) known = {pc, find(pc)};
    return known.rank;
  }

  void read_table() {
    state = seed * 2862933555777941757ull + 3037000493ull;
    const BlockRow* last = __stop_simt_blocks;
    for (const BlockRow* row = __start_simt_blocks; row != last;) {
      const BlockRow* end = ++row;
      while (end != last && end->start) ++end;
      if (row != end) read_function(row, end);
      row = end;
    }
    std::sort(blocks.begin(), blocks.end());
  }

 private:
  using Some = std::vector<int>;
  struct Known {
    std::uintptr_t pc;
    std::uint64_t rank;
  };
  std::vector<std::pair<std::uintptr_t, std::uint64_t>> blocks;  // where each starts, and its rank
  Known recent[4096] = {};
  std::uint64_t state;

  // A function's blocks, by number: where each may go to, which loop it is in, and what Tarjan's algorithm notes.
  std::vector<Some> next;
  Some loop, number, lowest, open, placed;
  int loops, count;

  // Of an address that a call comes back to: the call is before it.
  std::uint64_t find(std::uintptr_t pc) const {
    auto behind = std::upper_bound(blocks.begin(), blocks.end(), std::make_pair(pc - 1, ~std::uint64_t{0}));
    if (behind == blocks.begin()) return pc;
    --behind;
    return (behind->second << 20) + std::min<std::uintptr_t>(pc - behind->first, (1 << 20) - 1);
  }

  void read_function(const BlockRow* row, const BlockRow* end) {
    int size = static_cast<int>(end - row);
    std::map<std::uintptr_t, int> at;  // a block without an instruction starts where the next does
    for (int i = 0; i < size; ++i) at[row[i].start] = i;
    next.assign(size, {});
    for (int i = 0; i < size; ++i)
      for (std::uintptr_t target : row[i].next) {
        auto found = at.find(target);
        if (found != at.end() && found->second != i) next[i].push_back(found->second);
      }
    for (Some& ways : next) choose(ways);
    loop.assign(size, 0);
    number.assign(size, 0);
    lowest.assign(size, 0);
    placed.clear();
    loops = 0;
    Some all;
    for (int i = 0; i < size; ++i) all.push_back(i);
    place(all, at[row[0].start], -1);
    std::uint64_t first = blocks.size();
    for (int block : placed) blocks.emplace_back(row[block].start, first++);
  }

  // Put the ways on in order: the side that is to run first comes last.
  void choose(Some& ways) {
    std::sort(ways.begin(), ways.end());
    if (ways.size() < 2 || order == "descending") return;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    if (order == "ascending" || (state >> 33 & 1)) std::swap(ways[0], ways[1]);
  }

  // Place what `entry` leads to among the blocks of a loop (or of a function) without a way back to `header`.
  void place(const Some& inside, int entry, int header) {
    for (int block : inside) number[block] = 0;
    std::vector<Some> parts;
    count = 0;
    visit(entry, header, parts);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      int first = part->back();
      std::size_t begin = placed.size();
      if (part->size() == 1) {
        placed.push_back(first);
        continue;
      }
      ++loops;
      for (int block : *part) loop[block] = loops;
      place(*part, first, first);
      std::rotate(placed.begin() + begin, placed.begin() + begin + 1, placed.end());
    }
  }

  // Find strongly connected parts, those that lead to others after them; a part's first block is its last.
  void visit(int block, int header, std::vector<Some>& parts) {
    number[block] = lowest[block] = ++count;
    open.push_back(block);
    for (int way : next[block]) {
      if (way == header || loop[way] != loop[block]) continue;
      if (!number[way]) visit(way, header, parts);
      if (number[way] > 0) lowest[block] = std::min(lowest[block], lowest[way]);
    }
    if (lowest[block] != number[block]) return;
    parts.emplace_back();
    int last;
    do {
      last = open.back();
      open.pop_back();
      number[last] = -1;
      parts.back().push_back(last);
    } while (last != block);
  }
};

Layout layout;

}  // namespace

}  // namespace simt

// The blocks of a launch. One runs at a time, alone as long as it ends soon; one that takes long may wait for another, so
// others get a turn beside it, more of them as long as none ends. All have the same addresses for shared memory: what one
// has there is kept aside while it is another's turn.
#pragma once

#include <memory>

#include "settings.h"

namespace simt {

namespace {

constexpr int most_resident = 16384;  // threads: where more than these would have to be there together, a run hangs
constexpr long turn_steps = 100000;   // basic blocks

using Lanes = std::unique_ptr<Lane[]>;
// With their stacks, of blocks that have ended.
std::vector<Lanes>& spare_lanes() {
  static std::vector<Lanes> spare;
  return spare;
}

class Resident {
 public:
  Resident(Index3 index, Index3 block) : index_(index), sequence_{arranged(static_cast<int>(block.x * block.y * block.z))} {
    if (spare_lanes().empty()) spare_lanes().emplace_back(new Lane[max_threads]());
    lanes_ = std::move(spare_lanes().back());
    spare_lanes().pop_back();
    count_ = static_cast<int>(sequence_.sequence.size());
    for (int t = 0; t < count_; ++t) place(t, block);
  }

  // Say whether the block has ended; the others' shared memory is as it was where they stopped.
  bool take_turn() {
    lanes = lanes_.get();
    waves = waves_;
    thread_count = count_;
    wave_count = (count_ + run.width - 1) / run.width;
    block_index = index_;
    restore_shared();
    bool over = sequence_.run_turn(turn_steps);
    if (over) {
      each_shared(check_canaries);
      spare_lanes().push_back(std::move(lanes_));
    } else {
      keep_shared();
    }
    return over;
  }

 private:
  Index3 index_;
  Block sequence_;
  Lanes lanes_;
  Wave waves_[max_threads / 32];
  int count_;
  std::map<const void*, std::vector<char>> shared_;

  void place(int t, Index3 block) {
    Lane& lane = lanes_[t];
    prepare(lane);
    lane.lane = t % run.width;
    lane.wave = t / run.width;
    unsigned n = static_cast<unsigned>(t);
    lane.thread = {n % block.x, n / block.x % block.y, n / block.x / block.y};
    Wave& wave = waves_[lane.wave];
    wave.lanes[lane.lane] = &lane;
    wave.size = lane.lane + 1;
    wave.stopped = 0;
  }

  void keep_shared() {
    each_shared([&](const Region& region) { shared_[region.start].assign(region.start, region.start + region.size); });
  }

  void restore_shared() {
    each_shared([&](const Region& region) {
      auto kept = shared_.find(region.start);
      if (kept == shared_.end())
        fill(region);
      else
        std::copy(kept->second.begin(), kept->second.end(), region.start);
    });
  }
};

void run_grid(const std::vector<int>& numbers, Index3 grid, Index3 block) {
  std::size_t threads = std::size_t{block.x} * block.y * block.z;
  std::vector<std::unique_ptr<Resident>> there;
  steps = 0;
  auto number = numbers.begin();
  for (bool ended = false; number != numbers.end() || !there.empty();) {
    bool room = there.empty() || (!ended && (there.size() + 1) * threads <= most_resident);
    if (room && number != numbers.end()) {
      unsigned n = static_cast<unsigned>(*number++);
      there.emplace_back(new Resident({n % grid.x, n / grid.x % grid.y, n / grid.x / grid.y}, block));
    }
    for (auto& one : there)
      if (one->take_turn()) one.reset();
    auto left = std::remove(there.begin(), there.end(), nullptr);
    ended = left != there.end();
    there.erase(left, there.end());
  }
}

}  // namespace

}  // namespace simt

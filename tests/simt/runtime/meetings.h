// What lanes do when they meet.
#pragma once

#include "fibers.h"

namespace simt {

namespace {

void act_meet(Group&) {}

struct Ballot {
  bool predicate;
  std::uint64_t result;
};
void act_ballot(Group& group) {
  std::uint64_t result = 0;
  for (int i = 0; i < 64; ++i)
    if (group.members >> i & 1)
      result |= std::uint64_t{static_cast<Ballot*>(group.lanes[i]->waiting.data)->predicate} << i;
  for (int i = 0; i < 64; ++i)
    if (group.members >> i & 1) static_cast<Ballot*>(group.lanes[i]->waiting.data)->result = result;
}

struct Gathered {
  const void* value;
  std::size_t size;
  char* all;
  std::uint64_t members;
};
void act_gather(Group& group) {
  for (int i = 0; i < 64; ++i) {
    if (!(group.members >> i & 1)) continue;
    auto* to = static_cast<Gathered*>(group.lanes[i]->waiting.data);
    to->members = group.members;
    for (int k = 0; k < 64; ++k)
      if (group.members >> k & 1)
        std::memcpy(to->all + k * to->size, static_cast<Gathered*>(group.lanes[k]->waiting.data)->value, to->size);
  }
}

struct Shuffled {
  const void* value;
  std::size_t size;
  int source;
  void* result;
};

const char* why_absent(const Wave& wave, const Group& group, int source) {
  if (source < 0 || source >= wave.size) return "which was not launched";
  if (group.meeting->gather == Gather::named && !(group.meeting->mask >> source & 1)) return "which the mask does not name";
  if (wave.lanes[source]->state == State::exited) return "which has exited";
  return "which is not active here";
}

void act_shuffle(Group& group) {
  for (int i = 0; i < 64; ++i) {
    if (!(group.members >> i & 1)) continue;
    auto* to = static_cast<Shuffled*>(group.lanes[i]->waiting.data);
    if (to->source >= 0 && to->source < 64 && (group.members >> to->source & 1)) {
      std::memcpy(to->result, static_cast<Shuffled*>(group.lanes[to->source]->waiting.data)->value, to->size);
      continue;
    }
    for (std::size_t b = 0; b < to->size; ++b) static_cast<unsigned char*>(to->result)[b] = poison[b % sizeof poison];
    const Lane& lane = *group.lanes[i];
    report("inactive-lane", lane.waiting.meeting->site, "%s: lane %d of wavefront %d reads lane %d, %s (block %u,%u,%u)",
           group.meeting->what, i, lane.wave, to->source, why_absent(waves[lane.wave], group, to->source), block_index.x,
           block_index.y, block_index.z);
  }
}

__attribute__((noinline)) void wait(const Meeting& meeting, void (*act)(Group&), void* data, void* frame) {
  Lane* lane = current;
  if (!lane) {
    report("host", meeting.site, "%s is called outside of a kernel", meeting.what);
    stop();
  }
  lane->waiting = {&meeting, act, data};
  note_place(lane, frame);
  lane->state = State::meeting;
  leave(lane);
}

}  // namespace

}  // namespace simt

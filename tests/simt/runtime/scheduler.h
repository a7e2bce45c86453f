// Who runs next, and what happens once everybody is there.
#pragma once

#include "meetings.h"

namespace simt {

namespace {

struct Block {
  std::vector<int> sequence;  // thread numbers in the order chosen

  std::uint64_t alive(const Wave& wave) const {
    std::uint64_t result = 0;
    for (int i = 0; i < wave.size; ++i) result |= std::uint64_t{wave.lanes[i]->state != State::exited} << i;
    return result;
  }

  void happen(Wave& wave, std::uint64_t members) {
    Lane* first = wave.lanes[__builtin_ctzll(members)];
    Group group{members, {}, first->waiting.meeting};
    for (int i = 0; i < wave.size; ++i) group.lanes[i] = wave.lanes[i];
    first->waiting.act(group);
    for (int i = 0; i < wave.size; ++i)
      if (members >> i & 1) wave.lanes[i]->state = State::ready;
    steps = 0;
  }

  static bool alike(const Lane& a, const Lane& b, bool same_place) {
    const Meeting &x = *a.waiting.meeting, &y = *b.waiting.meeting;
    if (x.gather != y.gather || std::strcmp(x.what, y.what) != 0) return false;
    if (x.gather == Gather::named && x.mask != y.mask) return false;
    return !same_place || a.chain == b.chain;
  }

  // Let the collectives happen for which everybody is there.
  bool complete(Wave& wave, bool same_place, bool converged) {
    std::uint64_t seen = 0;
    bool moved = false;
    for (int i = 0; i < wave.size; ++i) {
      Lane& lane = *wave.lanes[i];
      if (lane.state != State::meeting || (seen >> i & 1)) continue;
      std::uint64_t members = 0;
      for (int k = i; k < wave.size; ++k)
        if (wave.lanes[k]->state == State::meeting && alike(lane, *wave.lanes[k], same_place)) members |= 1ull << k;
      seen |= members;
      const Meeting& meeting = *lane.waiting.meeting;
      if (meeting.gather == Gather::converged ? !converged : (meeting.mask & alive(wave) & ~members) != 0) continue;
      if (!same_place)
        report("apart", meeting.site, "%s: the lanes of mask %llx are in different calls of it", meeting.what,
               static_cast<unsigned long long>(meeting.mask));
      happen(wave, members);
      moved = true;
    }
    return moved;
  }

  bool selectable(const Lane& lane) const {
    if (lane.state == State::meeting) return lane.waiting.meeting->gather == Gather::converged;
    return lane.state == State::ready || (lane.state == State::barrier && run.wave_barriers);
  }

  // Pick the lanes of a wavefront in lock step that go next.
  std::uint64_t pick(const Wave& wave) const {
    const Lane* best = nullptr;
    for (int i = 0; i < wave.size; ++i) {
      const Lane* lane = wave.lanes[i];
      if (!selectable(*lane)) continue;
      if (!best || lane->depth > best->depth || (lane->depth == best->depth && lane->rank < best->rank)) best = lane;
    }
    std::uint64_t members = 0;
    for (int i = 0; best && i < wave.size; ++i) {
      const Lane* lane = wave.lanes[i];
      if (lane->state == best->state && lane->pc == best->pc && lane->chain == best->chain && selectable(*lane))
        members |= 1ull << i;
    }
    return members;
  }

  void resume_in_order(std::uint64_t members, int wave) {
    for (int thread : sequence) {
      Lane& lane = lanes[thread];
      if (lane.wave == wave && (members >> lane.lane & 1)) resume(&lane);
    }
  }

  void stop_wave(Wave& wave, std::uint64_t members) {
    wave.stopped = members;
    const Lane& lane = *wave.lanes[__builtin_ctzll(members)];
    if (members != alive(wave))
      report("partial-barrier", lane.site, "%s: only lanes %llx of wavefront %d are there, of %llx", lane.barrier,
             static_cast<unsigned long long>(members), lane.wave, static_cast<unsigned long long>(alive(wave)));
  }

  bool step_together(Wave& wave) {
    bool moved = false;
    for (long i = 0; i < slice && !wave.stopped; ++i) {
      std::uint64_t members = pick(wave);
      if (!members) break;
      moved = true;
      Lane* first = wave.lanes[__builtin_ctzll(members)];
      if (first->state == State::ready)
        resume_in_order(members, first->wave);
      else if (first->state == State::meeting)
        happen(wave, members);
      else
        stop_wave(wave, members);
    }
    return complete(wave, true, false) || moved;
  }

  bool step_alone(Wave& wave, int number) {
    std::uint64_t ready = 0;
    for (int i = 0; i < wave.size; ++i) ready |= std::uint64_t{wave.lanes[i]->state == State::ready} << i;
    resume_in_order(ready, number);
    return complete(wave, true, true) || ready;
  }

  bool pass_barrier() {
    std::vector<Lane*> there;
    for (int w = 0; w < wave_count; ++w) {
      Wave& wave = waves[w];
      std::uint64_t waiting = wave.stopped;
      if (!run.wave_barriers)
        for (int i = 0; i < wave.size; ++i) waiting |= std::uint64_t{wave.lanes[i]->state == State::barrier} << i;
      std::uint64_t needed = alive(wave);
      if (run.wave_barriers ? needed && !waiting : (needed & ~waiting) != 0) return false;
      for (int i = 0; i < wave.size; ++i)
        if (waiting >> i & 1) there.push_back(wave.lanes[i]);
    }
    Votes votes{0, 1, 0};
    for (Lane* lane : there) {
      votes.count += lane->predicate;
      votes.all &= lane->predicate;
      votes.any |= lane->predicate;
    }
    for (Lane* lane : there) {
      lane->votes = votes;
      lane->state = State::ready;
      waves[lane->wave].stopped = 0;
    }
    steps = 0;
    return !there.empty();
  }

  bool over() const {
    return std::all_of(lanes, lanes + thread_count, [](const Lane& l) { return l.state == State::exited; });
  }

  void wave_order(std::vector<int>& found) const {
    for (int thread : sequence)
      if (std::find(found.begin(), found.end(), lanes[thread].wave) == found.end()) found.push_back(lanes[thread].wave);
  }

  bool run_turn(long most);
};

std::string lane_list(std::uint64_t members) {
  std::string text;
  for (int i = 0; i < 64; ++i) {
    if (!(members >> i & 1)) continue;
    int last = i;
    while (last < 63 && (members >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(i) + (last > i ? "-" + std::to_string(last) : "");
    i = last;
  }
  return text;
}

std::string function_at(std::uintptr_t pc) {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(pc), &info) || !info.dli_sname) return "an unknown function";
  char* plain = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, nullptr);
  std::string result = plain ? plain : info.dli_sname;
  std::free(plain);
  return result;
}

std::string whereabouts(const Lane& lane) {
  char text[300];
  const Site& site = lane.state == State::meeting ? lane.waiting.meeting->site : lane.site;
  if (lane.state == State::ready) return "run in " + function_at(lane.pc);
  if (lane.state == State::meeting)
    std::snprintf(text, sizeof text, "wait in %s at %s:%d", lane.waiting.meeting->what, site.file, site.line);
  else
    std::snprintf(text, sizeof text, "wait in %s at %s:%d", lane.barrier, site.file, site.line);
  std::string result = text;
  if (lane.state == State::meeting && lane.waiting.meeting->gather == Gather::named)
    result += " for lanes " + lane_list(lane.waiting.meeting->mask);
  return result;
}

// Say who is where and end the process: nothing can go on.
[[noreturn]] void give_up(const char* kind, const char* why) {
  std::string text = why;
  Site place{"", 0};
  for (int w = 0; w < wave_count; ++w) {
    std::map<std::string, std::uint64_t> by_place;
    for (int i = 0; i < waves[w].size; ++i) {
      const Lane& lane = *waves[w].lanes[i];
      if (lane.state == State::exited) continue;
      by_place[whereabouts(lane)] |= 1ull << i;
      if (!place.line && lane.state != State::ready)
        place = lane.state == State::meeting ? lane.waiting.meeting->site : lane.site;
    }
    for (const auto& [where, members] : by_place)
      text += "; wavefront " + std::to_string(w) + " lanes " + lane_list(members) + " " + where;
  }
  text += " (block " + std::to_string(block_index.x) + "," + std::to_string(block_index.y) + "," +
          std::to_string(block_index.z) + ")";
  count_problem(kind, place, text);
  stop();
}

// Run a block until it has ended or taken more than so many basic blocks; say whether it has ended.
bool Block::run_turn(long most) {
  long until = all_steps + most;
  std::vector<int> waves_in_order;
  wave_order(waves_in_order);
  while (!over()) {
    bool moved = false;
    for (int w : waves_in_order) moved |= run.lockstep ? step_together(waves[w]) : step_alone(waves[w], w);
    moved |= pass_barrier();
    for (int w = 0; !moved && w < wave_count; ++w) moved = complete(waves[w], false, false);
    if (over()) break;
    if (!moved) give_up("deadlock", "nobody can go on");
    if (steps > step_limit) give_up("hang", "no lane meets another or ends");
    if (most_steps && all_steps > most_steps) give_up("hang", "no end after the most steps that a run may take");
    if (all_steps > until) return false;
  }
  return true;
}

}  // namespace

}  // namespace simt

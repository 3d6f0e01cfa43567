// Loops over floats for filters and mixers.

#include "CSampleKernels.h"
#include "Wide.h"

/// Both channels of a filter, and both channels of a later filter, which is one frame behind.
typedef double Quad __attribute__((ext_vector_type(4)));

/// Two filters side by side.
typedef struct {
  Quad b0, b1, b2, a1, a2, first, second;
} Filters;

/// The maximum number of pairs of filters that run together.
enum { mostFilters = 8 };

INLINE Filters pairOf(const OCAFilter *filter, const OCAFilter *later) {
  return (Filters){
      .b0 = {filter->b0, filter->b0, later->b0, later->b0},
      .b1 = {filter->b1, filter->b1, later->b1, later->b1},
      .b2 = {filter->b2, filter->b2, later->b2, later->b2},
      .a1 = {filter->a1, filter->a1, later->a1, later->a1},
      .a2 = {filter->a2, filter->a2, later->a2, later->a2},
      .first = {filter->first[0], filter->first[1], later->first[0], later->first[1]},
      .second = {filter->second[0], filter->second[1], later->second[0], later->second[1]},
  };
}

/// The frames at the ends of a block, at which only one of two filters has a sample.
enum Edge { none, start, end };

/// Filters one sample of each channel by all filters, in transposed direct form II.
INLINE void filterFrame(Filters *filters, size_t count, Quad *samples, enum Edge edge) {
  Quad input = *samples;
  for (size_t index = 0; index < count; index++) {
    Filters *pair = filters + index;
    const Quad output = pair->b0 * input + pair->first;
    const Quad first = pair->b1 * input - pair->a1 * output + pair->second;
    const Quad second = pair->b2 * input - pair->a2 * output;
    if (edge != end) {
      pair->first.lo = first.lo;
      pair->second.lo = second.lo;
    }
    if (edge != start) {
      pair->first.hi = first.hi;
      pair->second.hi = second.hi;
    }
    input = output;
  }
  *samples = input;
}

/// A state that decays would otherwise end in slow subnormal numbers.
INLINE double settled(double state) { return state < 1e-30 && state > -1e-30 ? 0 : state; }

INLINE void keep(OCAFilter *filter, const Filters *pair, int place) {
  for (int channel = 0; channel < 2; channel++) {
    filter->first[channel] = settled(pair->first[place + channel]);
    filter->second[channel] = settled(pair->second[place + channel]);
  }
}

/// Filters all frames by some filters.
///
/// The first half of the filters takes a frame while the second half takes the frame before it. So
/// the two halves do not wait for each other.
INLINE void filterBlock(OCAFilter *const *filters, size_t filterCount, float *left, float *right, size_t count) {
  static const OCAFilter unchanged = {.b0 = 1};
  Filters pairs[mostFilters];
  const size_t half = (filterCount + 1) / 2;
  for (size_t index = 0; index < half; index++) {
    const size_t later = index + half;
    pairs[index] = pairOf(filters[index], later < filterCount ? filters[later] : &unchanged);
  }
  Quad samples = {left[0], right[0]};
  filterFrame(pairs, half, &samples, start);
  for (size_t frame = 1; frame < count; frame++) {
    samples = (Quad){left[frame], right[frame], samples[0], samples[1]};
    filterFrame(pairs, half, &samples, none);
    left[frame - 1] = (float)samples[2];
    right[frame - 1] = (float)samples[3];
  }
  samples = (Quad){0, 0, samples[0], samples[1]};
  filterFrame(pairs, half, &samples, end);
  left[count - 1] = (float)samples[2];
  right[count - 1] = (float)samples[3];
  for (size_t index = 0; index < half; index++) {
    keep(filters[index], pairs + index, 0);
    if (index + half < filterCount) keep(filters[index + half], pairs + index, 2);
  }
}

INLINE void add(const float *samples, float level, float *sums, size_t count) {
  for (size_t index = 0; index < count; index++) sums[index] += level * samples[index];
}

INLINE void addPanned(const float *near, const float *far, OCAPannedLevels levels, float *nearSums, float *farSums,
                      size_t count) {
  for (size_t index = 0; index < count; index++) {
    const float sample = near[index], other = far[index];
    nearSums[index] += levels.near * sample + levels.across * other;
    farSums[index] += levels.far * other;
  }
}

#ifdef __x86_64__
WIDE static void filterBlockWide(OCAFilter *const *filters, size_t filterCount, float *left, float *right, size_t count) {
  filterBlock(filters, filterCount, left, right, count);
}

WIDE static void addWide(const float *samples, float level, float *sums, size_t count) {
  add(samples, level, sums, count);
}

WIDE static void addPannedWide(const float *near, const float *far, OCAPannedLevels levels, float *nearSums,
                               float *farSums, size_t count) {
  addPanned(near, far, levels, nearSums, farSums, count);
}
#endif

static int changesSound(const OCAFilter *filter) {
  return filter->b0 != 1 || filter->b1 != 0 || filter->b2 != 0 || filter->a1 != 0 || filter->a2 != 0;
}

void OCAFilterPlanes(OCAFilter *filters, size_t filterCount, float *left, float *right, size_t count) {
  OCAFilter *chosen[2 * mostFilters];
  size_t chosenCount = 0;
  for (size_t index = 0; index < filterCount && count > 0; index++) {
    if (changesSound(filters + index)) chosen[chosenCount++] = filters + index;
    if (chosenCount == 2 * mostFilters || (chosenCount > 0 && index + 1 == filterCount)) {
      CALL(filterBlock, chosen, chosenCount, left, right, count);
      chosenCount = 0;
    }
  }
}

void OCAAdd(const float *samples, float level, float *sums, size_t count) {
  CALL(add, samples, level, sums, count);
}

void OCAAddPanned(const float *near, const float *far, OCAPannedLevels levels, float *nearSums, float *farSums,
                  size_t count) {
  CALL(addPanned, near, far, levels, nearSums, farSums, count);
}

// Reverb and filters of OpenAL Soft's extension ALC_EXT_EFX, in the current context.
//
// Source: Effects Extension Guide 1.1 (Creative), chapters 4 to 6.

#include <OCAOpenALLibrary.h>
#include <math.h>
#include <stddef.h>

enum {
  effectType = 0x8001,
  effectReverb = 1,
  reverbDensity = 1,
  reverbDiffusion = 2,
  reverbGain = 3,
  reverbDecayTime = 5,
  reverbDecayHFRatio = 6,
  reverbReflectionsGain = 7,
  reverbReflectionsDelay = 8,
  reverbLateGain = 9,
  reverbLateDelay = 10,
  slotEffect = 1,
  slotGain = 2,
  filterType = 0x8001,
  filterLowPass = 1,
  lowPassGain = 1,
  lowPassGainHF = 2,
  sourceDirectFilter = 0x20005,
  sourceAuxiliarySend = 0x20006,
};

/// Functions of the extension.
static struct {
  void (*alGenEffects)(ALsizei, ALuint *);
  void (*alEffecti)(ALuint, ALenum, ALint);
  void (*alEffectf)(ALuint, ALenum, ALfloat);
  void (*alDeleteEffects)(ALsizei, const ALuint *);
  void (*alGenFilters)(ALsizei, ALuint *);
  void (*alFilteri)(ALuint, ALenum, ALint);
  void (*alFilterf)(ALuint, ALenum, ALfloat);
  void (*alDeleteFilters)(ALsizei, const ALuint *);
  void (*alGenAuxiliaryEffectSlots)(ALsizei, ALuint *);
  void (*alAuxiliaryEffectSloti)(ALuint, ALenum, ALint);
  void (*alAuxiliaryEffectSlotf)(ALuint, ALenum, ALfloat);
} effects;

/// Finds the functions; all threads find the same ones.
static bool findFunctions(void) {
  const struct {
    const char *name;
    void **address;
  } functions[] = {
      {"alGenEffects", (void **)&effects.alGenEffects},
      {"alEffecti", (void **)&effects.alEffecti},
      {"alEffectf", (void **)&effects.alEffectf},
      {"alDeleteEffects", (void **)&effects.alDeleteEffects},
      {"alGenFilters", (void **)&effects.alGenFilters},
      {"alFilteri", (void **)&effects.alFilteri},
      {"alFilterf", (void **)&effects.alFilterf},
      {"alDeleteFilters", (void **)&effects.alDeleteFilters},
      {"alGenAuxiliaryEffectSlots", (void **)&effects.alGenAuxiliaryEffectSlots},
      {"alAuxiliaryEffectSloti", (void **)&effects.alAuxiliaryEffectSloti},
      {"alAuxiliaryEffectSlotf", (void **)&effects.alAuxiliaryEffectSlotf},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *address = alGetProcAddress(functions[index].name);
    if (address == NULL) return false;
    __atomic_store_n(functions[index].address, address, __ATOMIC_RELAXED);
  }
  return true;
}

float OCAOpenALFactor(float decibels) { return powf(10, decibels / 20); }

bool OCAOpenALHasEffects(void) {
  return alcIsExtensionPresent(alcGetContextsDevice(alcGetCurrentContext()), "ALC_EXT_EFX")
      && findFunctions();
}

ALuint OCAOpenALMakeReverbSlot(void) {
  ALuint slot = 0;
  if (OCAOpenALHasEffects()) effects.alGenAuxiliaryEffectSlots(1, &slot);
  return slot;
}

void OCAOpenALSetReverb(ALuint slot, const OCAOpenALRoom *room, float gain) {
  ALuint effect = 0;
  effects.alGenEffects(1, &effect);
  effects.alEffecti(effect, effectType, effectReverb);
  effects.alEffectf(effect, reverbDensity, room->density);
  effects.alEffectf(effect, reverbDiffusion, room->diffusion);
  effects.alEffectf(effect, reverbGain, 1);
  effects.alEffectf(effect, reverbDecayTime, room->decaySeconds);
  effects.alEffectf(effect, reverbDecayHFRatio, room->highRatio);
  effects.alEffectf(effect, reverbReflectionsGain, room->reflections);
  effects.alEffectf(effect, reverbReflectionsDelay, room->reflectionSeconds);
  effects.alEffectf(effect, reverbLateGain, room->late);
  effects.alEffectf(effect, reverbLateDelay, room->lateSeconds);
  // The slot copies the effect.
  effects.alAuxiliaryEffectSloti(slot, slotEffect, (ALint)effect);
  effects.alAuxiliaryEffectSlotf(slot, slotGain, gain);
  effects.alDeleteEffects(1, &effect);
}

static ALuint makeFilter(float gain, float highGain) {
  ALuint filter = 0;
  effects.alGenFilters(1, &filter);
  effects.alFilteri(filter, filterType, filterLowPass);
  effects.alFilterf(filter, lowPassGain, gain);
  effects.alFilterf(filter, lowPassGainHF, highGain);
  return filter;
}

void OCAOpenALSetSourceEffects(
    ALuint source, ALuint slot, OCAOpenALFilter direct, OCAOpenALFilter send) {
  if (!OCAOpenALHasEffects()) return;
  // The source copies the filters.
  ALuint filters[] = {
      makeFilter(direct.gain, direct.highGain), makeFilter(send.gain, send.highGain)};
  alSourcei(source, sourceDirectFilter, (ALint)filters[0]);
  alSource3i(source, sourceAuxiliarySend, (ALint)slot, 0, (ALint)filters[1]);
  effects.alDeleteFilters(2, filters);
}

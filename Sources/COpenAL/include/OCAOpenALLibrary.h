// The library OpenAL Soft, for the module OpenAL. Clients use the headers of `OpenAL/`.
#ifndef OCAOpenALLibrary_h
#define OCAOpenALLibrary_h

#include <OpenAL/OpenAL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// Whether OpenAL Soft is available; opens it if necessary.
bool OCAOpenALLoad(void);

/// Reports in one line that OpenAL Soft is missing, and the package to install.
void OCAOpenALReportMissing(void);

/// Opens a loopback device of the library, whose frames the caller renders.
ALCdevice *_Nullable OCAOpenALOpenLoopback(void);

/// Renders frames of a loopback device, in the format of its contexts.
///
/// The library takes a lock while it renders, so no render thread may call this function.
void OCAOpenALRender(ALCdevice *device, float *frames, int frameCount);

/// Applies new attributes to a device that has a context; returns whether the library accepts them.
bool OCAOpenALReset(ALCdevice *device, const ALCint *attributes);

/// Makes a context current for the calling thread alone, or none.
bool OCAOpenALSetThreadContext(ALCcontext *_Nullable context);

/// Takes buffers from the queue of a source; returns whether the source had them.
bool OCAOpenALUnqueue(ALuint source, ALsizei count, ALuint *_Nullable names);

// The library's own versions of functions that the module OpenAL replaces.
const ALchar *_Nullable OCALibrary_alGetString(ALenum param);
void OCALibrary_alDeleteSources(ALsizei n, const ALuint *_Nullable sources);
ALCcontext *_Nullable OCALibrary_alcCreateContext(
    ALCdevice *_Nullable device, const ALCint *_Nullable attrlist);
ALCboolean OCALibrary_alcMakeContextCurrent(ALCcontext *_Nullable context);
void OCALibrary_alcProcessContext(ALCcontext *_Nullable context);
void OCALibrary_alcDestroyContext(ALCcontext *_Nullable context);
ALCboolean OCALibrary_alcCloseDevice(ALCdevice *_Nullable device);
ALCenum OCALibrary_alcGetError(ALCdevice *_Nullable device);
const ALCchar *_Nullable OCALibrary_alcGetString(ALCdevice *_Nullable device, ALCenum param);
void OCALibrary_alcGetIntegerv(
    ALCdevice *_Nullable device, ALCenum param, ALCsizei size, ALCint *_Nullable data);

/// The extensions of this module in addition to the library's, separated by spaces.
extern const char *const OCAOpenALExtensions;
/// The extensions of this module's devices in addition to the library's, separated by spaces.
extern const char *const OCAOpenALDeviceExtensions;
/// The extensions of the library that do not work for this module's devices.
extern const char *const OCAOpenALMissingExtensions;

/// The sound of a room. Times are in seconds; gains and ratios are factors.
typedef struct OCAOpenALRoom {
  float density;
  float diffusion;
  float decaySeconds;
  float highRatio;
  float reflections;
  float reflectionSeconds;
  float late;
  float lateSeconds;
} OCAOpenALRoom;

/// A filter: a gain for all frequencies, and an additional gain for high frequencies.
typedef struct OCAOpenALFilter {
  float gain;
  float highGain;
} OCAOpenALFilter;

/// The factor of a level in decibels.
float OCAOpenALFactor(float decibels);
/// Whether effects work in the current context.
bool OCAOpenALHasEffects(void);
/// Makes a slot for a reverb in the current context; 0 if effects do not work.
ALuint OCAOpenALMakeReverbSlot(void);
/// Sets the sound of a slot, and its gain.
void OCAOpenALSetReverb(ALuint slot, const OCAOpenALRoom *room, float gain);
/// Sets the filters of a source: for its direct sound and, if `slot` is not 0, for its sound to the
/// slot.
void OCAOpenALSetSourceEffects(
    ALuint source, ALuint slot, OCAOpenALFilter direct, OCAOpenALFilter send);

// Apple's extensions, which the module OpenAL implements.
ALvoid OCAOpenALSetQuality(ALint value);
ALint OCAOpenALGetQuality(void);
ALvoid OCAOpenALSetChannelCount(ALint value);
ALint OCAOpenALGetChannelCount(void);
ALvoid OCAOpenALSetMostSources(ALint value);
ALint OCAOpenALGetMostSources(void);
ALvoid OCAOpenALSetOutputRate(ALdouble value);
ALdouble OCAOpenALGetOutputRate(void);
ALCboolean OCAOpenALResetDevice(ALCdevice *_Nullable device, const ALCint *_Nullable attributes);

ALenum OCAOpenALAddNotification(
    ALuint source, ALuint property, alSourceNotificationProc _Nullable function,
    void *_Nullable userData);
void OCAOpenALRemoveNotification(
    ALuint source, ALuint property, alSourceNotificationProc _Nullable function,
    void *_Nullable userData);
ALenum OCAOpenALGetSourceProperty(
    ALuint property, ALuint source, void *_Nullable data, ALuint *_Nullable dataSize);
ALenum OCAOpenALSetSourceProperty(
    ALuint property, ALuint source, void *_Nullable data, ALuint dataSize);
ALenum OCAOpenALGetListenerProperty(
    ALuint property, void *_Nullable data, ALuint *_Nullable dataSize);
ALenum OCAOpenALSetListenerProperty(ALuint property, void *_Nullable data, ALuint dataSize);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif

#endif

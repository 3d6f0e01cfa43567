// The functions of OpenAL, which call those of OpenAL Soft. The first call loads the library.

#include <CDynamicLibrary.h>
#include <OCAOpenALLibrary.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

// MARK: The library

/// Pointers to the library's functions.
static struct {
#define FORWARD(type, name, parameters, arguments) __typeof__(&name) name;
#define FORWARD_VOID(name, parameters, arguments) __typeof__(&name) name;
#define SWIFT FORWARD
#define SWIFT_VOID FORWARD_VOID
#define OWN FORWARD
#define LOCAL(type, name, parameters, arguments)
#include "functions.inc"
#undef FORWARD
#undef FORWARD_VOID
  // The extensions ALC_SOFT_loopback, ALC_SOFT_HRTF, and ALC_EXT_thread_local_context.
  ALCdevice *(*alcLoopbackOpenDeviceSOFT)(const ALCchar *name);
  void (*alcRenderSamplesSOFT)(ALCdevice *device, ALCvoid *buffer, ALCsizei samples);
  ALCboolean (*alcResetDeviceSOFT)(ALCdevice *device, const ALCint *attributes);
  ALCboolean (*alcSetThreadContext)(ALCcontext *context);
} library;

static const OCADynamicFunction functions[] = {
#define FORWARD(type, name, parameters, arguments) {#name, (void **)&library.name},
#define FORWARD_VOID(name, parameters, arguments) {#name, (void **)&library.name},
#include "functions.inc"
#undef FORWARD
#undef FORWARD_VOID
    {"alcLoopbackOpenDeviceSOFT", (void **)&library.alcLoopbackOpenDeviceSOFT},
    {"alcRenderSamplesSOFT", (void **)&library.alcRenderSamplesSOFT},
    {"alcResetDeviceSOFT", (void **)&library.alcResetDeviceSOFT},
    {"alcSetThreadContext", (void **)&library.alcSetThreadContext},
    {NULL, NULL},
};
#undef SWIFT
#undef SWIFT_VOID
#undef OWN
#undef LOCAL

static OCADynamicLibrary dynamicLibrary = {
    .name = "libopenal.so.1",
    .package = "libopenal1",
    .purpose = OCALibraryForPositionalSound,
    .functions = functions,
    .bindsItself = true,
};

bool OCAOpenALLoad(void) {
#ifdef OCA_OPENAL
  return OCADynamicLibraryLoad(&dynamicLibrary);
#else
  (void)dynamicLibrary;
  return false;
#endif
}

void OCAOpenALReportMissing(void) { OCAReportMissingLibraries(OCALibraryForPositionalSound); }

// MARK: Functions that call the library's

#define FORWARD(type, name, parameters, arguments)                                                 \
  type name parameters { return OCAOpenALLoad() ? library.name arguments : (type)0; }
#define FORWARD_VOID(name, parameters, arguments)                                                  \
  void name parameters {                                                                           \
    if (OCAOpenALLoad()) library.name arguments;                                                   \
  }
#define SWIFT(type, name, parameters, arguments)                                                   \
  type OCALibrary_##name parameters {                                                              \
    return OCAOpenALLoad() ? library.name arguments : (type)0;                                     \
  }
#define SWIFT_VOID(name, parameters, arguments)                                                    \
  void OCALibrary_##name parameters {                                                              \
    if (OCAOpenALLoad()) library.name arguments;                                                   \
  }
#define OWN(type, name, parameters, arguments)
#define LOCAL(type, name, parameters, arguments)
#include "functions.inc"
#undef FORWARD
#undef FORWARD_VOID
#undef SWIFT
#undef SWIFT_VOID
#undef OWN
#undef LOCAL

// Without a context, Apple's function reports no error, and published programs call it then.
ALenum alGetError(void) {
  if (!OCAOpenALLoad()) return AL_INVALID_OPERATION;
  return library.alcGetCurrentContext() ? library.alGetError() : AL_NO_ERROR;
}

ALCdevice *OCAOpenALOpenLoopback(void) {
  return OCAOpenALLoad() ? library.alcLoopbackOpenDeviceSOFT(NULL) : NULL;
}

void OCAOpenALRender(ALCdevice *device, float *frames, int frameCount) {
  library.alcRenderSamplesSOFT(device, frames, frameCount);
}

bool OCAOpenALReset(ALCdevice *device, const ALCint *attributes) {
  return OCAOpenALLoad() && library.alcResetDeviceSOFT(device, attributes) == ALC_TRUE;
}

bool OCAOpenALSetThreadContext(ALCcontext *context) {
  return OCAOpenALLoad() && library.alcSetThreadContext(context) == ALC_TRUE;
}

bool OCAOpenALUnqueue(ALuint source, ALsizei count, ALuint *names) {
  if (!OCAOpenALLoad()) return false;
  if (count <= 0 || !names) {
    library.alSourceUnqueueBuffers(source, count, names);
    return false;
  }
  // No buffer has the greatest name. If the name is unchanged after the call, the library has
  // refused.
  const ALuint first = *names;
  *names = UINT32_MAX;
  library.alSourceUnqueueBuffers(source, count, names);
  if (*names != UINT32_MAX) return true;
  *names = first;
  return false;
}

// MARK: Extensions

const char *const OCAOpenALExtensions = "AL_EXT_STATIC_BUFFER AL_EXT_SOURCE_NOTIFICATIONS";
const char *const OCAOpenALDeviceExtensions = "ALC_EXT_MAC_OSX ALC_EXT_ASA";
const char *const OCAOpenALMissingExtensions =
    "ALC_SOFT_loopback ALC_SOFT_pause_device ALC_SOFT_reopen_device";

static ALvoid bufferDataStatic(
    ALint buffer, ALenum format, ALvoid *data, ALsizei size, ALsizei frequency) {
  alBufferData((ALuint)buffer, format, data, size, frequency);
}

/// A function of this target or of the module OpenAL; the address is null if it does not work.
typedef struct {
  const char *name;
  void *address;
} NamedFunction;

static const NamedFunction ownFunctions[] = {
#define FORWARD(type, name, parameters, arguments) {#name, (void *)&name},
#define FORWARD_VOID(name, parameters, arguments) {#name, (void *)&name},
#define SWIFT FORWARD
#define SWIFT_VOID FORWARD_VOID
#define OWN FORWARD
#define LOCAL FORWARD
#include "functions.inc"
    {"alBufferDataStatic", (void *)&bufferDataStatic},
    {"alcMacOSXRenderingQuality", (void *)&OCAOpenALSetQuality},
    {"alcMacOSXGetRenderingQuality", (void *)&OCAOpenALGetQuality},
    {"alMacOSXRenderChannelCount", (void *)&OCAOpenALSetChannelCount},
    {"alMacOSXGetRenderChannelCount", (void *)&OCAOpenALGetChannelCount},
    {"alcMacOSXMixerMaxiumumBusses", (void *)&OCAOpenALSetMostSources},
    {"alcMacOSXGetMixerMaxiumumBusses", (void *)&OCAOpenALGetMostSources},
    {"alcMacOSXMixerOutputRate", (void *)&OCAOpenALSetOutputRate},
    {"alcMacOSXGetMixerOutputRate", (void *)&OCAOpenALGetOutputRate},
    {"alcASAGetSource", (void *)&OCAOpenALGetSourceProperty},
    {"alcASASetSource", (void *)&OCAOpenALSetSourceProperty},
    {"alcASAGetListener", (void *)&OCAOpenALGetListenerProperty},
    {"alcASASetListener", (void *)&OCAOpenALSetListenerProperty},
    {"alSourceAddNotification", (void *)&OCAOpenALAddNotification},
    {"alSourceRemoveNotification", (void *)&OCAOpenALRemoveNotification},
    {"alcResetDeviceSOFT", (void *)&OCAOpenALResetDevice},
    {"alcDevicePauseSOFT", NULL},
    {"alcLoopbackOpenDeviceSOFT", NULL},
    {"alcIsRenderFormatSupportedSOFT", NULL},
    {"alcRenderSamplesSOFT", NULL},
    {"alcDeviceResumeSOFT", NULL},
    {"alcReopenDeviceSOFT", NULL},
};

static const NamedFunction *ownFunction(const char *name) {
  for (size_t index = 0; index < sizeof ownFunctions / sizeof *ownFunctions; index++)
    if (strcmp(ownFunctions[index].name, name) == 0) return &ownFunctions[index];
  return NULL;
}

void *alGetProcAddress(const ALchar *name) {
  if (!OCAOpenALLoad() || name == NULL) return NULL;
  const NamedFunction *own = ownFunction(name);
  return own ? own->address : library.alGetProcAddress(name);
}

void *alcGetProcAddress(ALCdevice *device, const ALCchar *name) {
  if (!OCAOpenALLoad() || name == NULL) return NULL;
  const NamedFunction *own = ownFunction(name);
  return own ? own->address : library.alcGetProcAddress(device, name);
}

/// Whether a list of words contains a word; letters of both cases are equal.
static bool contains(const char *list, const char *word) {
  size_t length = strlen(word);
  for (; *list; list += strcspn(list, " "), list += *list == ' ')
    if (length > 0 && strcspn(list, " ") == length && strncasecmp(list, word, length) == 0)
      return true;
  return false;
}

ALboolean alIsExtensionPresent(const ALchar *name) {
  if (!OCAOpenALLoad() || name == NULL) return AL_FALSE;
  if (contains(OCAOpenALExtensions, name)) return AL_TRUE;
  return library.alIsExtensionPresent(name);
}

ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *name) {
  if (!OCAOpenALLoad() || name == NULL) return ALC_FALSE;
  if (contains(OCAOpenALDeviceExtensions, name)) return ALC_TRUE;
  if (contains(OCAOpenALMissingExtensions, name)) return ALC_FALSE;
  return library.alcIsExtensionPresent(device, name);
}

// MARK: Values by name

/// The values of Apple's extensions, which the library does not know.
static const struct {
  const char *name;
  ALenum value;
} ownValues[] = {
#define NAMED(name) {#name, name}
    NAMED(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH),
    NAMED(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW),
    NAMED(ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES),
    NAMED(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO),
    NAMED(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL),
    NAMED(AL_GAMEKIT),
    NAMED(ALC_MAC_OSX_CONVERT_DATA_UPON_LOADING),
    NAMED(AL_QUEUE_HAS_LOOPED),
    NAMED(ALC_ASA_REVERB_ON),
    NAMED(ALC_ASA_REVERB_GLOBAL_LEVEL),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_SmallRoom),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumRoom),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeRoom),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeHall),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_Plate),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumChamber),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeChamber),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_Cathedral),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall2),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall3),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeHall2),
    NAMED(ALC_ASA_REVERB_PRESET),
    NAMED(ALC_ASA_REVERB_EQ_GAIN),
    NAMED(ALC_ASA_REVERB_EQ_BANDWITH),
    NAMED(ALC_ASA_REVERB_EQ_FREQ),
    NAMED(ALC_ASA_REVERB_QUALITY),
    NAMED(ALC_ASA_REVERB_QUALITY_Max),
    NAMED(ALC_ASA_REVERB_QUALITY_High),
    NAMED(ALC_ASA_REVERB_QUALITY_Medium),
    NAMED(ALC_ASA_REVERB_QUALITY_Low),
    NAMED(ALC_ASA_REVERB_QUALITY_Min),
    NAMED(ALC_ASA_REVERB_SEND_LEVEL),
    NAMED(ALC_ASA_OCCLUSION),
    NAMED(ALC_ASA_OBSTRUCTION),
#undef NAMED
};

/// Finds a value of Apple's extensions; returns whether it exists.
static bool findValue(const char *name, ALenum *value) {
  for (size_t index = 0; name && index < sizeof ownValues / sizeof *ownValues; index++)
    if (strcmp(ownValues[index].name, name) == 0) {
      *value = ownValues[index].value;
      return true;
    }
  return false;
}

ALenum alGetEnumValue(const ALchar *name) {
  ALenum value = 0;
  if (!OCAOpenALLoad() || findValue(name, &value)) return value;
  return library.alGetEnumValue(name);
}

ALCenum alcGetEnumValue(ALCdevice *device, const ALCchar *name) {
  ALCenum value = 0;
  if (!OCAOpenALLoad() || findValue(name, &value)) return value;
  return library.alcGetEnumValue(device, name);
}

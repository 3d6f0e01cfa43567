// The only file that uses webrtc-audio-processing 0.3. The first processing loads its functions.
//
// The library has the interface of a C++ class. This file declares the few functions that it needs
// itself, so that no header is necessary. The version in the library's file name fixes the order of
// the virtual functions.

#include "versions.h"

#include <CDynamicLibrary.h>
#include <stddef.h>

// The places of virtual functions in the class of an object.
enum { placeOfDelete = 1, placeOfInitialize = 3, placeOfProcess = 14, placeOfFarEnd = 18 };
enum { placeOfDelay = 19, placeOfEcho = 30, placeOfGain = 32, placeOfHighPass = 33 };
enum { placeOfNoise = 35 };
// The places of virtual functions in the classes of parts.
enum { placeOfEnable = 0, placeOfAECCore = 16, placeOfGainMode = 4, placeOfNoiseLevel = 2 };
// Values of the library's enumerations.
enum { gainIsDigital = 1, noiseIsHigh = 2 };

typedef int (*SetNumber)(void *object, int value);
typedef int (*SetFlag)(void *object, bool value);
typedef void *(*GetPart)(const void *object);

static struct {
  void *(*create)(void);
  void (*ignoreDelay)(void *core, int isOn);
  void (*useLongFilter)(void *core, int isOn);
} library;

static const OCADynamicFunction functions[] = {
    {"_ZN6webrtc15AudioProcessing6CreateEv", (void **)&library.create},
    {"WebRtcAec_enable_delay_agnostic", (void **)&library.ignoreDelay},
    {"WebRtcAec_enable_extended_filter", (void **)&library.useLongFilter},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libwebrtc_audio_processing.so.1",
    // This package has the same name in all releases, and depends on the release's library.
    .package = "libwebrtc-audio-processing-dev",
    .purpose = OCALibraryForVoices,
    .functions = functions,
};

static bool load(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

static VoiceStream0 stream(int rate) { return (VoiceStream0){rate, 1, false, (size_t)rate / 100}; }

static void *part(void *object, int place) {
  return ((GetPart)virtualFunction(object, place))(object);
}

static bool enable(void *part, bool isOn) {
  return ((SetFlag)virtualFunction(part, placeOfEnable))(part, isOn) == 0;
}

static bool setNumber(void *part, int place, int value) {
  return ((SetNumber)virtualFunction(part, place))(part, value) == 0;
}

static bool set(void *object, OCAVoiceSettings settings) {
  void *echo = part(object, placeOfEcho);
  void *gain = part(object, placeOfGain);
  void *noise = part(object, placeOfNoise);
  bool isSet = enable(echo, settings.cancelsEcho) &&
               enable(part(object, placeOfHighPass), settings.removesLowFrequencies) &&
               setNumber(noise, placeOfNoiseLevel, noiseIsHigh) &&
               enable(noise, settings.suppressesNoise) &&
               setNumber(gain, placeOfGainMode, gainIsDigital) &&
               enable(gain, settings.controlsGain);
  void *core = settings.cancelsEcho ? part(echo, placeOfAECCore) : NULL;
  if (core != NULL) {
    library.ignoreDelay(core, 1);
    library.useLongFilter(core, 1);
  }
  return isSet && (core != NULL || !settings.cancelsEcho);
}

static void closeObject(void *object) {
  ((void (*)(void *))virtualFunction(object, placeOfDelete))(object);
}

static void *openObject(const OCAVoice *voice) {
  void *object = library.create();
  if (object == NULL) return NULL;
  VoiceStream0 streams[4] = {stream(voice->rate), stream(voice->rate), stream(voice->farRate),
                       stream(voice->farRate)};
  int (*initialize)(void *, const VoiceStream0 *) = virtualFunction(object, placeOfInitialize);
  if (initialize(object, streams) == 0 && set(object, voice->settings)) return object;
  closeObject(object);
  return NULL;
}

static VoiceFormat format(int rate) { return (VoiceFormat){.stream0 = stream(rate)}; }

const VoiceVersion voiceVersion0 = {
    load, openObject, set, closeObject, format, placeOfDelay, placeOfFarEnd, placeOfProcess,
};

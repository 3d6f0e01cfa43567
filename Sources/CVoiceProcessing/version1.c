// The only file that uses webrtc-audio-processing 1.3. The first processing loads its functions.
//
// Like that of version 0.3, the interface is a C++ class, and this file declares what it needs.

#include "versions.h"

#include <CDynamicLibrary.h>
#include <stddef.h>
#include <string.h>

/// The settings of an object. Most keep their usual values.
typedef struct Config {
  _Alignas(8) char bytes[136];
} Config;

/// The object that makes objects, of 40 bytes.
typedef struct Builder {
  _Alignas(16) char bytes[64];
} Builder;

// The offsets of settings, in bytes.
enum { highPassIsOn = 16, echoIsOn = 18, noiseIsOn = 24, noiseLevel = 28, gainIsOn = 40 };
enum { gainMode = 44, gainIsAnalog = 68 };
// Values of the library's enumerations.
enum { gainIsDigital = 1, noiseIsHigh = 2 };
// The places of virtual functions.
enum { placeOfRetain = 0, placeOfRelease = 1, placeOfInitialize = 5, placeOfApply = 7 };
enum { placeOfProcess = 17, placeOfFarEnd = 19, placeOfDelay = 24, placeOfConfig = 33 };

static struct {
  void (*makeBuilder)(Builder *builder);
  void *(*create)(Builder *builder);
  void (*endBuilder)(Builder *builder);
} library;

static const OCADynamicFunction functions[] = {
    {"_ZN6webrtc22AudioProcessingBuilderC1Ev", (void **)&library.makeBuilder},
    {"_ZN6webrtc22AudioProcessingBuilder6CreateEv", (void **)&library.create},
    {"_ZN6webrtc22AudioProcessingBuilderD1Ev", (void **)&library.endBuilder},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libwebrtc-audio-processing-1.so.3",
    .package = "libwebrtc-audio-processing-1-3",
    .purpose = OCALibraryForVoices,
    .functions = functions,
    // If both versions are missing, the report for version 0.3 names the package for both.
    .isReported = true,
};

static bool load(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

static VoiceStream1 stream(int rate) { return (VoiceStream1){rate, 1, false, (size_t)rate / 100}; }

static void setInteger(Config *config, int offset, int value) {
  memcpy(config->bytes + offset, &value, sizeof value);
}

static bool set(void *object, OCAVoiceSettings settings) {
  Config (*get)(void *) = virtualFunction(object, placeOfConfig);
  void (*apply)(void *, const Config *) = virtualFunction(object, placeOfApply);
  Config config = get(object);
  config.bytes[highPassIsOn] = settings.removesLowFrequencies;
  config.bytes[echoIsOn] = settings.cancelsEcho;
  config.bytes[noiseIsOn] = settings.suppressesNoise;
  setInteger(&config, noiseLevel, noiseIsHigh);
  config.bytes[gainIsOn] = settings.controlsGain;
  setInteger(&config, gainMode, gainIsDigital);
  config.bytes[gainIsAnalog] = false;
  apply(object, &config);
  return true;
}

static void closeObject(void *object) {
  ((int (*)(void *))virtualFunction(object, placeOfRelease))(object);
}

static void *openObject(const OCAVoice *voice) {
  Builder builder;
  library.makeBuilder(&builder);
  void *object = library.create(&builder);
  library.endBuilder(&builder);
  if (object == NULL) return NULL;
  // A new object has no owner.
  ((void (*)(void *))virtualFunction(object, placeOfRetain))(object);
  VoiceStream1 streams[4] = {stream(voice->rate), stream(voice->rate), stream(voice->farRate),
                       stream(voice->farRate)};
  int (*initialize)(void *, const VoiceStream1 *) = virtualFunction(object, placeOfInitialize);
  if (initialize(object, streams) == 0 && set(object, voice->settings)) return object;
  closeObject(object);
  return NULL;
}

static VoiceFormat format(int rate) { return (VoiceFormat){.stream1 = stream(rate)}; }

const VoiceVersion voiceVersion1 = {
    load, openObject, set, closeObject, format, placeOfDelay, placeOfFarEnd, placeOfProcess,
};

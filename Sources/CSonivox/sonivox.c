// The only file that uses Sonivox. The first synthesizer loads its functions.

#if defined(OCA_SONIVOX) && __has_include(<sonivox/eas.h>)

#include "CSonivox.h"

#include <CDynamicLibrary.h>
#include <sonivox/eas.h>
#include <stddef.h>
#include <stdlib.h>

static struct {
  __typeof__(&EAS_Config) configuration;
  __typeof__(&EAS_Init) open;
  __typeof__(&EAS_Shutdown) close;
  __typeof__(&EAS_OpenMIDIStream) openStream;
  __typeof__(&EAS_WriteMIDIStream) write;
  __typeof__(&EAS_CloseMIDIStream) closeStream;
  __typeof__(&EAS_Render) render;
} library;

static const OCADynamicFunction functions[] = {
    {"EAS_Config", (void **)&library.configuration},
    {"EAS_Init", (void **)&library.open},
    {"EAS_Shutdown", (void **)&library.close},
    {"EAS_OpenMIDIStream", (void **)&library.openStream},
    {"EAS_WriteMIDIStream", (void **)&library.write},
    {"EAS_CloseMIDIStream", (void **)&library.closeStream},
    {"EAS_Render", (void **)&library.render},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libsonivox.so.3",
    .package = "libsonivox3",
    .purpose = OCALibraryForSynthesis,
    .functions = functions,
};

struct OCASonivox {
  EAS_DATA_HANDLE data;
  EAS_HANDLE stream;
  EAS_I32 blockFrames;
};

bool OCASonivoxIsThere(void) { return OCADynamicLibraryLoad(&dynamicLibrary); }

OCASonivox *OCASonivoxOpen(OCASonivoxFormat *outFormat) {
  if (!OCASonivoxIsThere()) return NULL;
  const S_EAS_LIB_CONFIG *configuration = library.configuration();
  if (configuration == NULL || configuration->numChannels != 2) return NULL;
  OCASonivox *synth = calloc(1, sizeof *synth);
  if (synth == NULL) return NULL;
  if (library.open(&synth->data) != EAS_SUCCESS) {
    free(synth);
    return NULL;
  }
  if (library.openStream(synth->data, &synth->stream, NULL) != EAS_SUCCESS) {
    library.close(synth->data);
    free(synth);
    return NULL;
  }
  synth->blockFrames = configuration->mixBufferSize;
  *outFormat = (OCASonivoxFormat){(int)configuration->sampleRate, (int)configuration->mixBufferSize};
  return synth;
}

void OCASonivoxSend(OCASonivox *synth, const uint8_t *bytes, int count) {
  // The library only reads the bytes, although its header does not declare them constant.
  library.write(synth->data, synth->stream, (EAS_U8 *)bytes, count);
}

bool OCASonivoxRender(OCASonivox *synth, int16_t *samples) {
  EAS_I32 count = 0;
  return library.render(synth->data, samples, synth->blockFrames, &count) == EAS_SUCCESS &&
         count == synth->blockFrames;
}

void OCASonivoxClose(OCASonivox *synth) {
  library.closeStream(synth->data, synth->stream);
  library.close(synth->data);
  free(synth);
}

#endif

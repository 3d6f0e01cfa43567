// The only file that uses libmysofa. The first head loads its functions.
//
// The library has few functions, which this file declares itself, so that no header is necessary.

#include "CMySofa.h"

#include <CDynamicLibrary.h>

static struct {
  void *(*open)(const char *path, float sampleRate, int *length, int *error);
  void (*filter)(void *sofa, float x, float y, float z, float *left, float *right,
                 float *leftDelay, float *rightDelay);
  void (*close)(void *sofa);
} library;

static const OCADynamicFunction functions[] = {
    {"mysofa_open", (void **)&library.open},
    {"mysofa_getfilter_float", (void **)&library.filter},
    {"mysofa_close", (void **)&library.close},
    {NULL, NULL},
};

static OCADynamicLibrary dynamicLibrary = {
    .name = "libmysofa.so.1",
    .package = "libmysofa1",
    .purpose = OCALibraryForPositionalSound,
    .functions = functions,
};

bool OCASofaIsThere(void) {
#ifdef OCA_MYSOFA
  return OCADynamicLibraryLoad(&dynamicLibrary);
#else
  (void)dynamicLibrary;
  return false;
#endif
}

OCASofa *OCASofaOpen(const char *path, float sampleRate, int *outLength) {
  if (!OCASofaIsThere()) return NULL;
  int error = 0;
  void *made = library.open(path, sampleRate, outLength, &error);
  if (made != NULL && (error != 0 || *outLength <= 0)) {
    library.close(made);
    return NULL;
  }
  return (OCASofa *)made;
}

void OCASofaFilter(OCASofa *sofa, float x, float y, float z, float *left, float *right,
                   float *leftDelay, float *rightDelay) {
  library.filter(sofa, x, y, z, left, right, leftDelay, rightDelay);
}

void OCASofaClose(OCASofa *sofa) { library.close(sofa); }

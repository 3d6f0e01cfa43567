#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// The measured responses of a head, opened by libmysofa.
typedef struct OCASofa OCASofa;

/// Whether the library is installed; opens it if necessary.
bool OCASofaIsThere(void);

/// Opens a file of AES69 (SOFA), and converts its responses to a sample rate.
///
/// - outLength: Receives the number of samples of each response.
/// Returns null if the library is missing, or if the file cannot be read.
OCASofa *_Nullable OCASofaOpen(const char *path, float sampleRate, int *outLength);

/// Writes the responses of both ears to a sound from a direction.
///
/// The x-axis points forward, the y-axis to the left, and the z-axis up. The delays are in seconds.
void OCASofaFilter(OCASofa *sofa, float x, float y, float z, float *left, float *right,
                   float *leftDelay, float *rightDelay);

/// Closes a file.
void OCASofaClose(OCASofa *sofa);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif

/// OpenAL Static Buffers: samples that a client promises to keep.
#ifndef OpenAL_oalStaticBufferExtension_h
#define OpenAL_oalStaticBufferExtension_h

#include <OpenAL/al.h>

/// The function `alBufferDataStatic`, from `alGetProcAddress`.
///
/// The samples are copied, unlike on Apple's systems: a later change of the client's memory has no
/// effect, and the client may free it.
typedef ALvoid AL_APIENTRY (*alBufferDataStaticProcPtr)(
    ALint bid, ALenum format, ALvoid *data, ALsizei size, ALsizei freq);

#endif

/// OpenAL Umbrella Header: everything of the other headers.
#ifndef OpenAL_OpenAL_h
#define OpenAL_OpenAL_h

#include <OpenAL/MacOSX_OALExtensions.h>
#include <OpenAL/al.h>
#include <OpenAL/alc.h>

#endif

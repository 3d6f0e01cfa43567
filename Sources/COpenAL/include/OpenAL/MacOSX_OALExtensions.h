/// OpenAL Extensions for macOS: the extensions by the name of their header there.
#ifndef OpenAL_MacOSX_OALExtensions_h
#define OpenAL_MacOSX_OALExtensions_h

#include <OpenAL/oalMacOSX_OALExtensions.h>
#include <OpenAL/oalStaticBufferExtension.h>

#endif

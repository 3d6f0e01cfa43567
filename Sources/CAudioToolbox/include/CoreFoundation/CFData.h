/// A part of CoreFoundation, which is only available as a whole.
#pragma GCC system_header

#if defined(OCA_COREFOUNDATION)
#include_next <CoreFoundation/CFData.h>
#else
#include <CoreFoundation/CoreFoundation.h>
#endif

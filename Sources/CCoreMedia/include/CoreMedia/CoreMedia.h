/// Core Media: the times and time ranges of media.
#ifndef CoreMedia_CoreMedia_h
#define CoreMedia_CoreMedia_h

#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMFormatDescription.h>
#include <CoreMedia/CMTime.h>
#include <CoreMedia/CMTimeRange.h>

#endif

/// Core Media: the times, formats, and samples of media.
#ifndef CoreMedia_CoreMedia_h
#define CoreMedia_CoreMedia_h

#include <CoreMedia/CMAttachment.h>
#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMBlockBuffer.h>
#include <CoreMedia/CMBufferQueue.h>
#include <CoreMedia/CMFormatDescription.h>
#include <CoreMedia/CMSampleBuffer.h>
#include <CoreMedia/CMSimpleQueue.h>
#include <CoreMedia/CMSync.h>
#include <CoreMedia/CMTime.h>
#include <CoreMedia/CMTimeRange.h>

#endif

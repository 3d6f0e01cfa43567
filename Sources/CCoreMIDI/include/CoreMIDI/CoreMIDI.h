/// Core MIDI Umbrella Header: everything of the other headers.
#ifndef CoreMIDI_CoreMIDI_h
#define CoreMIDI_CoreMIDI_h

#include <CoreMIDI/MIDIMessages.h>
#include <CoreMIDI/MIDIServices.h>
#include <CoreMIDI/MIDIThruConnection.h>

#endif

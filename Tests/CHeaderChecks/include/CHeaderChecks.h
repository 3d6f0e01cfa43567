// The headers in a client in C and in C++.
#ifndef CHeaderChecks_h
#define CHeaderChecks_h

#if defined(__cplusplus)
extern "C" {
#endif

/// The number of assertions during the compilation of C.
int CHeaderChecksInC(void);
/// The number of assertions during the compilation of C++.
int CHeaderChecksInCPlusPlus(void);
/// The number of the first group of C++ functions that fails, or 0.
int CHeaderChecksOfCPlusPlus(void);
/// 1 if a program's own operator takes precedence over the headers' operator.
int CHeaderChecksOfOwnOperators(void);
/// The number of the first group of atomic operations, byte orders and assertions that fails, or 0.
int CHeaderChecksOfSystemHeaders(void);
/// The number of the first group of formats of log messages that fails, or 0.
int CHeaderChecksOfLogFormat(void);
/// 0 if OpenAL's functions answer without a context as they should, in C.
int CHeaderChecksOfOpenALInC(void);
/// The same in C++.
int CHeaderChecksOfOpenALInCPlusPlus(void);
/// Sends five bytes of MIDI to a destination in C; 0, or the number of a failure.
int CHeaderChecksOfMIDIInC(void);
/// The bytes that have arrived.
long CHeaderChecksMIDIBytesInC(void);
/// The same in C++.
int CHeaderChecksOfMIDIInCPlusPlus(void);
/// The bytes that have arrived.
long CHeaderChecksMIDIBytesInCPlusPlus(void);

#if defined(__cplusplus)
}
#endif

#endif

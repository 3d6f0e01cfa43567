// What the headers are to a client in C and in C++.
#ifndef CHeaderChecks_h
#define CHeaderChecks_h

#if defined(__cplusplus)
extern "C" {
#endif

/// The number of facts that were asserted while compiling C.
int CHeaderChecksInC(void);
/// The number of facts that were asserted while compiling C++.
int CHeaderChecksInCPlusPlus(void);

#if defined(__cplusplus)
}
#endif

#endif

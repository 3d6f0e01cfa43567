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
/// The number of the first group of C++ functions that fails, or 0.
int CHeaderChecksOfCPlusPlus(void);
/// 1 if an operator that a program defines itself is preferred to that of the headers.
int CHeaderChecksOfOwnOperators(void);
/// The number of the first group of atomic operations, byte orders and assertions that fails, or 0.
int CHeaderChecksOfSystemHeaders(void);

#if defined(__cplusplus)
}
#endif

#endif

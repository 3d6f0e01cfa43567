/// Checks that log failures in debug builds, and checks that leave a function on failure.
///
/// Set `__ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES` to 0 to define only the names that
/// start with underscores. Set `DEBUG_ASSERT_PRODUCTION_CODE` to 1 to disable logging.
#ifndef __ASSERTMACROS__
#define __ASSERTMACROS__

#include <stdio.h>

#if !defined(DEBUG_ASSERT_PRODUCTION_CODE)
#if defined(NDEBUG)
#define DEBUG_ASSERT_PRODUCTION_CODE 1
#else
#define DEBUG_ASSERT_PRODUCTION_CODE 0
#endif
#endif

// Logs a failed condition.
#if !defined(DEBUG_ASSERT_MESSAGE)
#if DEBUG_ASSERT_PRODUCTION_CODE
#define DEBUG_ASSERT_MESSAGE(condition, value) ((void)(value))
#else
#define DEBUG_ASSERT_MESSAGE(condition, value)                                                     \
  ((void)fprintf(                                                                                  \
      stderr, "Assertion failed: %s (value %ld), file %s, line %d\n", condition, (long)(value),    \
      __FILE__, __LINE__))
#endif
#endif

// MARK: - Checks that continue

#define __Verify(condition)                                                                        \
  do {                                                                                             \
    if (!(condition)) DEBUG_ASSERT_MESSAGE(#condition, 0);                                         \
  } while (0)
#define __Verify_noErr(status)                                                                     \
  do {                                                                                             \
    long oca_status = (long)(status);                                                              \
    if (oca_status != 0) DEBUG_ASSERT_MESSAGE(#status " == 0", oca_status);                        \
  } while (0)
// Production code does not evaluate a check, but it evaluates a verification.
#if DEBUG_ASSERT_PRODUCTION_CODE
#define __Check(condition) do {} while (0)
#define __Check_noErr(status) do {} while (0)
#else
#define __Check(condition) __Verify(condition)
#define __Check_noErr(status) __Verify_noErr(status)
#endif

// MARK: - Checks that leave

#define __Require_Action(condition, label, action)                                                 \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      DEBUG_ASSERT_MESSAGE(#condition, 0);                                                         \
      { action; }                                                                                  \
      goto label;                                                                                  \
    }                                                                                              \
  } while (0)
#define __Require(condition, label) __Require_Action(condition, label, (void)0)
#define __Require_noErr_Action(status, label, action)                                              \
  do {                                                                                             \
    long oca_status = (long)(status);                                                              \
    if (oca_status != 0) {                                                                         \
      DEBUG_ASSERT_MESSAGE(#status " == 0", oca_status);                                           \
      { action; }                                                                                  \
      goto label;                                                                                  \
    }                                                                                              \
  } while (0)
#define __Require_noErr(status, label) __Require_noErr_Action(status, label, (void)0)
// The quiet variants do not log.
#define __Require_Action_Quiet(condition, label, action)                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      { action; }                                                                                  \
      goto label;                                                                                  \
    }                                                                                              \
  } while (0)
#define __Require_Quiet(condition, label) __Require_Action_Quiet(condition, label, (void)0)
#define __Require_noErr_Action_Quiet(status, label, action)                                        \
  __Require_Action_Quiet((status) == 0, label, action)
#define __Require_noErr_Quiet(status, label) __Require_Quiet((status) == 0, label)

// MARK: - Names without underscores

#if !defined(__ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES)
#define __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES 1
#endif
#if __ASSERT_MACROS_DEFINE_VERSIONS_WITHOUT_UNDERSCORES
#define check(condition) __Check(condition)
#define check_noerr(status) __Check_noErr(status)
#define verify(condition) __Verify(condition)
#define verify_noerr(status) __Verify_noErr(status)
#define require(condition, label) __Require(condition, label)
#define require_action(condition, label, action) __Require_Action(condition, label, action)
#define require_noerr(status, label) __Require_noErr(status, label)
#define require_noerr_action(status, label, action) __Require_noErr_Action(status, label, action)
#define require_quiet(condition, label) __Require_Quiet(condition, label)
#define require_action_quiet(condition, label, action)                                             \
  __Require_Action_Quiet(condition, label, action)
#define require_noerr_quiet(status, label) __Require_noErr_Quiet(status, label)
#define require_noerr_action_quiet(status, label, action)                                          \
  __Require_noErr_Action_Quiet(status, label, action)
#endif

#endif

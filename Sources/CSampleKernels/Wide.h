#pragma once

// Loops for every processor of the architecture, and the same loops for 256-bit registers.

#define INLINE static inline __attribute__((always_inline))

#ifdef __x86_64__
#define WIDE __attribute__((target("avx2")))
#define CALL(function, ...) (__builtin_cpu_supports("avx2") ? function##Wide(__VA_ARGS__) : function(__VA_ARGS__))
#else
#define CALL(function, ...) function(__VA_ARGS__)
#endif

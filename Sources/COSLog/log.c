// Checks that the header compiles on its own.
#include <os/log.h>

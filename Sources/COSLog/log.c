// The header stands alone.
#include <os/log.h>

#include "CHeaderChecks.h"

#include "OpenALAssertions.h"

int CHeaderChecksOfOpenALInC(void) {
  return callsWithoutContext();
}

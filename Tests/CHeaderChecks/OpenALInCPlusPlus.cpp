#include "CHeaderChecks.h"

#include "OpenALAssertions.h"

int CHeaderChecksOfOpenALInCPlusPlus(void) {
  return callsWithoutContext();
}

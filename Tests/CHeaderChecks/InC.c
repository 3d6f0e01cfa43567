#include "CHeaderChecks.h"

#include "APIAssertions.h"

int CHeaderChecksInC(void) {
  return NumberOfAssertions();
}

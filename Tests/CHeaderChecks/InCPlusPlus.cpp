#include "CHeaderChecks.h"

#include "APIAssertions.h"

int CHeaderChecksInCPlusPlus(void) {
  return NumberOfAssertions();
}

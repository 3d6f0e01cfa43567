// The only file that uses libtg_owt, and only its iLBC decoder. The library is an archive, so the
// decoder becomes part of the program.

#ifdef OCA_ILBC

#include "CILBC.h"

#include <stddef.h>
#include <tg_owt/modules/audio_coding/codecs/ilbc/ilbc.h>

OCAILBC *OCAILBCOpen(int milliseconds) {
  IlbcDecoderInstance *decoder = NULL;
  if (WebRtcIlbcfix_DecoderCreate(&decoder) != 0 || decoder == NULL) return NULL;
  OCAILBCRestart((OCAILBC *)decoder, milliseconds);
  return (OCAILBC *)decoder;
}

void OCAILBCRestart(OCAILBC *decoder, int milliseconds) {
  WebRtcIlbcfix_DecoderInit((IlbcDecoderInstance *)decoder, (int16_t)milliseconds);
}

int OCAILBCDecode(OCAILBC *decoder, const uint8_t *bytes, int byteCount, int16_t *frames) {
  int16_t kind;
  IlbcDecoderInstance *instance = (IlbcDecoderInstance *)decoder;
  int frameCount =
      WebRtcIlbcfix_Decode(instance, bytes, (size_t)byteCount, frames, &kind);
  // Treats codes that no encoder writes as a lost block.
  return frameCount > 0 ? frameCount : (int)WebRtcIlbcfix_DecodePlc(instance, frames, 1);
}

void OCAILBCClose(OCAILBC *decoder) { WebRtcIlbcfix_DecoderFree((IlbcDecoderInstance *)decoder); }

#endif

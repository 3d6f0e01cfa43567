/// Returns the bytes of a RIFF form.
func riff(
  _ chunks: [UInt8]..., form: String = "RIFF", type: String = "WAVE", size: UInt32? = nil
) -> [UInt8] {
  let body = Array(type.utf8) + chunks.joined()
  return Array(form.utf8) + littleEndian(size ?? UInt32(body.count)) + body
}

/// Returns the bytes of a chunk; `size` replaces the correct size in the header.
func chunk(_ tag: String, _ body: [UInt8], size: UInt32? = nil) -> [UInt8] {
  let pad: [UInt8] = size == nil && !body.count.isMultiple(of: 2) ? [0] : []
  return Array(tag.utf8) + littleEndian(size ?? UInt32(body.count)) + body + pad
}

/// Returns a `fmt ` chunk.
func formatChunk(
  tag: UInt16, channels: UInt16, bits: UInt16, container: UInt16? = nil, rate: UInt32 = 44_100,
  extra: [UInt8] = []
) -> [UInt8] {
  let frame = channels &* (container ?? (bits + 7) / 8)
  var body = littleEndian(tag) + littleEndian(channels) + littleEndian(rate)
  body += littleEndian(rate &* UInt32(frame)) + littleEndian(frame) + littleEndian(bits)
  return chunk("fmt ", body + extra)
}

/// Returns the additional fields of `WAVEFORMATEXTENSIBLE`.
func extensible(tag: UInt32, validBits: UInt16, mask: UInt32) -> [UInt8] {
  let guid: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  return littleEndian(22 as UInt16) + littleEndian(validBits) + littleEndian(mask)
    + littleEndian(tag) + guid
}

func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] { littleEndian(value).reversed() }

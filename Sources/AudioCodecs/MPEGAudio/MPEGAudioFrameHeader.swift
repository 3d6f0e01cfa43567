import AudioModel

/// The four bytes that start a frame of MPEG audio.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3. MPEG-2.5, which is not
/// standardized, halves the rates of MPEG-2 and clears the lowest bit of the sync word.
struct MPEGAudioFrameHeader: Equatable, Sendable {
  var layer: Int
  /// The rate in hertz.
  var sampleRate: Int
  var channelCount: Int
  /// Audio frames in one frame of the stream.
  var frameCount: Int
  /// Bytes of padding.
  var paddingByteCount: Int
  /// Bytes of the whole frame, or `nil` in free format.
  var byteCount: Int?

  /// Parses the start of a frame.
  ///
  /// - Returns: `nil` if there are fewer than four bytes, or they are not a header.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    let version = bytes[1] >> 3 & 3
    let layerCode = Int(bytes[1] >> 1 & 3)
    let bitRateIndex = Int(bytes[2] >> 4)
    let rateIndex = Int(bytes[2] >> 2 & 3)
    guard version != 1, layerCode != 0, bitRateIndex != 15, rateIndex != 3 else { return nil }
    layer = 4 - layerCode
    let isMPEG1 = version == 3
    let divisor = isMPEG1 ? 1 : version == 2 ? 2 : 4
    sampleRate = [44100, 48000, 32000][rateIndex] / divisor
    channelCount = bytes[3] >> 6 == 3 ? 1 : 2
    frameCount = layer == 1 ? 384 : layer == 3 && !isMPEG1 ? 576 : 1152
    paddingByteCount = (bytes[2] & 2 != 0 ? 1 : 0) * (layer == 1 ? 4 : 1)
    if bitRateIndex == 0 {
      byteCount = nil
    } else {
      let bitRate = Self.kilobits(layer, isMPEG1: isMPEG1)[bitRateIndex - 1] * 1000
      let slotByteCount = layer == 1 ? 4 : 1
      byteCount =
        frameCount / 8 / slotByteCount * bitRate / sampleRate * slotByteCount + paddingByteCount
    }
  }

  /// Thousands of bits per second, for each index from 1.
  private static func kilobits(_ layer: Int, isMPEG1: Bool) -> [Int] {
    switch (layer, isMPEG1) {
    case (1, true): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (2, true): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (_, true): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (1, false): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (_, false): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}

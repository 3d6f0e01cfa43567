import AudioToolbox
import ToolSupport

extension FileConverter {
  /// Sets the encoder's bit rate, in bits per second.
  ///
  /// - Throws: ``ToolFailure`` with the supported bit rates.
  func setBitRate(_ bitRate: UInt32) throws(ToolFailure) {
    let ranges = bitRates
    // Encoders without bit rates would accept and ignore any value.
    guard !ranges.isEmpty else {
      throw ToolFailure("-b: the data format has no choice of bit rates")
    }
    let size = UInt32(MemoryLayout<UInt32>.size)
    guard
      AudioConverterSetProperty(reference, kAudioConverterEncodeBitRate, size, [bitRate]) == noErr
    else {
      throw ToolFailure(
        "-b \(bitRate): must be \(Self.text(ranges)) for this sample rate and channel count")
    }
  }

  /// The encoder's bit rates for its sample rate and channels, in ascending order; empty if it has
  /// no choice.
  private var bitRates: [AudioValueRange] {
    bytes(kAudioConverterApplicableEncodeBitRates).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: MemoryLayout<AudioValueRange>.stride).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: AudioValueRange.self)
      }
    }
  }

  /// Ranges as text: `32000 or 40000`, `16000 to 576000`.
  private static func text(_ ranges: [AudioValueRange]) -> String {
    let parts = ranges.map { range in
      let ends = [range.mMinimum, range.mMaximum].map { Numbers.fixed($0, decimals: 0) }
      return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
    }
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " or " + last
  }
}

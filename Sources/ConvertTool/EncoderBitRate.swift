import AudioToolbox
import ToolSupport

extension FileConverter {
  /// Has the encoder aim at a bit rate, in bits per second.
  ///
  /// - Throws: ``ToolFailure`` with those that can be had.
  func setBitRate(_ bitRate: UInt32) throws(ToolFailure) {
    let ranges = bitRates
    // Encoders that have none would take any, and do nothing with it.
    guard !ranges.isEmpty else { throw ToolFailure("-b: this format has no bit rate to choose") }
    let size = UInt32(MemoryLayout<UInt32>.size)
    guard
      AudioConverterSetProperty(reference, kAudioConverterEncodeBitRate, size, [bitRate]) == noErr
    else {
      throw ToolFailure(
        "-b \(bitRate): for this rate and these channels it must be \(Self.text(ranges))")
    }
  }

  /// The bit rates of the encoder for its sample rate and channels, in ascending order; none where it has none to choose.
  private var bitRates: [AudioValueRange] {
    bytes(kAudioConverterApplicableEncodeBitRates).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: MemoryLayout<AudioValueRange>.stride).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: AudioValueRange.self)
      }
    }
  }

  /// Ranges in words: `32000 or 40000`, `16000 to 576000`.
  private static func text(_ ranges: [AudioValueRange]) -> String {
    let parts = ranges.map { range in
      let ends = [range.mMinimum, range.mMaximum].map { Numbers.fixed($0, decimals: 0) }
      return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
    }
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " or " + last
  }
}

internal import CoreAudioTypes
internal import Foundation

/// The value of a property that a client sets.
struct ClockValue: Sendable {
  private let bytes: [UInt8]

  /// Copies the client's bytes.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = unsafe Array(bytes) }

  /// The value as a number.
  func number<Number: BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(StatusError) -> Number {
    try list(Number.self, count: 1)[0]
  }

  /// The value as text.
  func text() throws(StatusError) -> String {
    let address = try number(UInt.self)
    // Safe: the value is a CFStringRef, which the client keeps alive during the call.
    guard let reference = unsafe UnsafeRawPointer(bitPattern: address) else {
      throw StatusError(kAudio_ParamError)
    }
    return unsafe Unmanaged<NSString>.fromOpaque(reference).takeUnretainedValue() as String
  }

  /// The tempos, in the order of their beats.
  func tempos() throws(StatusError) -> [(beat: Double, tempo: Double)] {
    let entries = try list(CATempoMapEntry.self)
    guard entries.allSatisfy({ $0.tempoBPM > 0 && $0.tempoBPM.isFinite }),
      Self.isSorted(entries.map(\.beats))
    else { throw StatusError(kAudio_ParamError) }
    return entries.map { ($0.beats, $0.tempoBPM) }
  }

  /// The time signatures, in the order of their beats.
  func meters() throws(StatusError) -> [(beat: Double, count: Int, unit: Int)] {
    let entries = try list(CAMeterTrackEntry.self)
    guard entries.allSatisfy({ $0.meterNumer > 0 && $0.meterDenom.nonzeroBitCount == 1 }),
      Self.isSorted(entries.map(\.beats))
    else { throw StatusError(kAudio_ParamError) }
    return entries.map { ($0.beats, Int($0.meterNumer), Int($0.meterDenom)) }
  }

  private static func isSorted(_ beats: [Double]) -> Bool {
    beats.allSatisfy(\.isFinite) && zip(beats, beats.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// The value as C structures.
  ///
  /// - Throws: `kCAClock_InvalidPropertySizeError` if the number of structures differs from
  ///   `count`, or the size is not a multiple of the size of a structure.
  private func list<Element: BitwiseCopyable>(
    _ type: Element.Type, count: Int? = nil
  ) throws(StatusError) -> [Element] {
    let size = MemoryLayout<Element>.stride
    guard bytes.count.isMultiple(of: size), count.map({ $0 * size == bytes.count }) ?? true else {
      throw StatusError(kCAClock_InvalidPropertySizeError)
    }
    // Safe: the elements lie within the bytes, and any bytes are a valid element.
    return unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: size).map {
        unsafe bytes.loadUnaligned(fromByteOffset: $0, as: Element.self)
      }
    }
  }
}

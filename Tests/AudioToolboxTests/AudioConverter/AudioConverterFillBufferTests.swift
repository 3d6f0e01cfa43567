import AudioToolbox
import Testing

/// The oldest call: bytes in, bytes out.
struct AudioConverterFillBufferTests {
  /// Supplies samples of 16 bits, one portion for each call.
  private final class Source {
    enum Portion {
      case own(Int)
      /// Copied to the offered memory.
      case copied(Int)
      case status(OSStatus)
    }

    let samples: [Int16]
    var portions: [Portion]
    var next = 0
    var least: [UInt32] = []
    private let memory: UnsafeMutableRawPointer

    init(_ samples: [Int16], _ portions: [Portion]) {
      self.samples = samples
      self.portions = portions
      memory = .allocate(byteCount: samples.count * 2, alignment: 2)
    }

    deinit { memory.deallocate() }

    func give(
      _ size: UnsafeMutablePointer<UInt32>,
      _ data: UnsafeMutablePointer<UnsafeMutableRawPointer>
    ) -> OSStatus {
      least.append(size.pointee)
      let portion = portions.isEmpty ? .own(Int(size.pointee)) : portions.removeFirst()
      let wanted: Int
      var isCopied = false
      switch portion {
      case .own(let count): wanted = count
      // The offered memory has room for the request.
      case .copied(let count): (wanted, isCopied) = (min(count, Int(size.pointee)), true)
      case .status(let status):
        size.pointee = 0
        return status
      }
      let count = min(wanted, (samples.count - next) * 2)
      if !isCopied { data.pointee = memory }
      samples.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: data.pointee, count: count)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[next * 2..<next * 2 + count]))
      }
      next += count / 2
      size.pointee = UInt32(count)
      return noErr
    }
  }

  /// Fills a buffer once.
  private func fill(
    _ converter: AudioConverterRef, _ source: Source, byteCount: Int
  ) -> (status: OSStatus, samples: [Float]) {
    var room = [Float](repeating: .nan, count: byteCount / 4)
    var size = UInt32(byteCount)
    let status = AudioConverterFillBuffer(
      converter,
      { _, size, data, userData in
        guard let userData else { return kAudio_ParamError }
        return Unmanaged<Source>.fromOpaque(userData).takeUnretainedValue().give(size, data)
      }, Unmanaged.passUnretained(source).toOpaque(), &size, &room)
    return (status, Array(room.prefix(Int(size) / 4)))
  }

  static let samples = (0..<1000).map { Int16(truncatingIfNeeded: $0 * 31) }
  static let expected = samples.map { Float($0) / 32_768 }

  private func stereo() throws -> TestConverter { try TestConverter(.int16(), .float32()) }

  @Test("any division of input and output gives the same samples", arguments: [8, 24, 160, 8000])
  func portions(_ byteCount: Int) throws {
    let converter = try stereo()
    let source = Source(
      Self.samples, [.own(4), .copied(8), .own(400), .copied(4), .own(40)])
    var all: [Float] = []
    while true {
      let result = fill(converter.reference, source, byteCount: byteCount)
      #expect(result.status == noErr)
      if result.samples.isEmpty { break }
      all += result.samples
    }
    #expect(all == Self.expected)
    #expect(source.least.allSatisfy { $0 > 0 && $0.isMultiple(of: 4) })
  }

  @Test("an error ends the call with the available bytes, and the next call continues")
  func error() throws {
    let converter = try stereo()
    let source = Source(Self.samples, [.own(80), .status(-1234)])
    let first = fill(converter.reference, source, byteCount: 8000)
    #expect(first.status == -1234)
    let second = fill(converter.reference, source, byteCount: 8000)
    #expect(second.status == noErr)
    #expect(first.samples + second.samples == Self.expected)
  }

  @Test("a partial packet is an invalid input size")
  func partOfPacket() throws {
    let converter = try stereo()
    let source = Source(Self.samples, [.own(6)])
    #expect(
      fill(converter.reference, source, byteCount: 80).status
        == kAudioConverterErr_InvalidInputSize)
  }

  @Test("formats with variable packets are refused")
  func refused() throws {
    let separate = kAudioFormatFlagIsFloat | kAudioFormatFlagIsNonInterleaved
    let converter = try TestConverter(.int16(), .pcm(32, separate))
    let source = Source(Self.samples, [])
    #expect(
      fill(converter.reference, source, byteCount: 80).status
        == kAudioConverterErr_OperationNotSupported)
    #expect(source.least.isEmpty)
  }
}

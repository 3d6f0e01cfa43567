import AudioModel
import AudioSyntax

/// A summary of the stream from a first frame without audio: a Xing, Info, or VBRI header.
struct MPEGAudioSummary: Equatable, Sendable {
  /// Frames that follow this one, or `nil`.
  var frameCount: UInt64?
  /// Bytes from the start of this frame to the end of the audio, or `nil`.
  var byteCount: UInt64?
  /// A hundred positions in 256ths of the bytes, or empty.
  var seekTable: [UInt8] = []
  /// PCM frames that the encoder added before and after the audio, or `nil`.
  var padding: (front: Int, back: Int)?
  /// Whether all frames have the same bit rate, as stated.
  var isConstantRate = false

  static func == (a: MPEGAudioSummary, b: MPEGAudioSummary) -> Bool {
    a.frameCount == b.frameCount && a.byteCount == b.byteCount && a.seekTable == b.seekTable
      && a.padding?.front == b.padding?.front && a.padding?.back == b.padding?.back
      && a.isConstantRate == b.isConstantRate
  }

  /// Reads a frame including its header; `nil` if it is an audio frame.
  init?(_ frame: Span<UInt8>, header: MPEGAudioHeader) {
    guard header.layer == 3 else { return nil }
    // Encoders put the mark at the start of the audio data, most of them as if there were no
    // checksum.
    let start = 4 + header.sideInformationByteCount
    for place in [start, start + 2] where place == start || header.hasChecksum {
      if frame.has("Xing", at: place) || frame.has("Info", at: place) {
        self.init(xing: frame, at: place)
        return
      }
    }
    guard frame.has("VBRI", at: 36) else { return nil }
    self.init(vbri: frame, at: 36)
  }

  /// Reads a Xing or Info header and LAME's extension.
  ///
  /// Ignores fields beyond the frame's end.
  ///
  /// Sources: "MPEG Audio Frame Header" by K. Windszus, 2.3.1; "Mp3 Info Tag rev 1" by G. Bouvigne,
  /// zones A to C.
  private init(xing frame: Span<UInt8>, at start: Int) {
    isConstantRate = frame.has("Info", at: start)
    var place = start + 8
    guard place <= frame.count else { return }
    let flags = frame.bigEndian32(at: start + 4)
    func field() -> UInt64? {
      guard place + 4 <= frame.count else { return nil }
      defer { place += 4 }
      let value = frame.bigEndian32(at: place)
      return value > 0 ? UInt64(value) : nil
    }
    if flags & 1 != 0 { frameCount = field() }
    if flags & 2 != 0 { byteCount = field() }
    if flags & 4 != 0 {
      guard place + 100 <= frame.count else { return }
      for index in place..<place + 100 { seekTable.append(frame[index]) }
      place += 100
    }
    if flags & 8 != 0 { place += 4 }
    readLAME(frame, at: place)
  }

  /// Reads the encoder's delay and padding, 12 bits each, 21 bytes after the start of its name.
  private mutating func readLAME(_ frame: Span<UInt8>, at start: Int) {
    guard start + 24 <= frame.count,
      frame.has("LAME", at: start) || frame.has("Lavf", at: start) || frame.has("Lavc", at: start)
    else { return }
    let bits = frame.bigEndian32(at: start + 20) & 0xFF_FFFF
    padding = (Int(bits >> 12), Int(bits & 0xFFF))
  }

  /// Reads Fraunhofer's header.
  ///
  /// The sizes in the header's table are converted to positions in 256ths of the bytes.
  ///
  /// Source: "MPEG Audio Frame Header" by K. Windszus, 2.3.2.
  private init(vbri frame: Span<UInt8>, at start: Int) {
    guard start + 26 <= frame.count else { return }
    let bytes = frame.bigEndian32(at: start + 10)
    let frames = frame.bigEndian32(at: start + 14)
    byteCount = bytes > 0 ? UInt64(bytes) : nil
    frameCount = frames > 0 ? UInt64(frames) : nil
    let entryCount = Int(frame.bigEndian16(at: start + 18))
    let scale = UInt64(frame.bigEndian16(at: start + 20))
    let width = Int(frame.bigEndian16(at: start + 22))
    let table = start + 26
    guard entryCount > 0, (1...4).contains(width), table + entryCount * width <= frame.count else {
      return
    }
    var ends: [UInt64] = [0]
    for entry in 0..<entryCount {
      var size: UInt64 = 0
      for byte in 0..<width { size = size << 8 | UInt64(frame[table + entry * width + byte]) }
      ends.append(ends[entry] &+ size &* scale)
    }
    guard let total = ends.last, total > 0 else { return }
    seekTable = (0..<100).map { percent in
      UInt8(truncatingIfNeeded: min(ends[percent * entryCount / 100] * 256 / total, 255))
    }
  }
}

extension MPEGAudioSummary {
  /// Delay of a layer III decoder in PCM frames: 528 for the filters, plus one.
  static let decoderDelay = 529

  /// The frames of the recording, if the encoder stated them.
  ///
  /// The packets start with the encoder's delay and the decoder's delay. The decoder's delay
  /// reduces the padding at the end. Trimming therefore restores the encoder's input, as LAME's own
  /// decoder and FFmpeg do.
  func trim(framesPerPacket: Int) -> FrameTrim? {
    guard let padding, let frameCount else { return nil }
    let total = frameCount.multipliedReportingOverflow(by: UInt64(framesPerPacket)).partialValue
    let priming = UInt64(padding.front + Self.decoderDelay)
    let remainder = UInt64(max(padding.back - Self.decoderDelay, 0))
    guard total >= priming + remainder else { return nil }
    return FrameTrim(
      primingFrames: Int(priming), validFrames: total - priming - remainder,
      remainderFrames: Int(remainder))
  }
}

import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Real packets of every encodable codec, from a callback that lies about them and damages them.
///
/// `OCA_FUZZ_ROUNDS` adds rounds with other seeds.
struct AudioConverterLyingPacketTests {
  struct Codec: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var formatID: AudioFormatID
    var rate = 48_000.0
    var channels = 2
    /// The size of a random packet in bytes, for constant sizes or codecs without an encoder.
    var byteCount = 0
    var framesPerPacket = 0
  }

  static let own = [
    Codec(testDescription: "ALAC", formatID: kAudioFormatAppleLossless),
    Codec(
      testDescription: "IMA4", formatID: kAudioFormatAppleIMA4, byteCount: 68, framesPerPacket: 64),
    Codec(
      testDescription: "mu-law", formatID: kAudioFormatULaw, byteCount: 2, framesPerPacket: 1),
  ]

  #if LibAV
    static let libraries = [
      Codec(testDescription: "AAC", formatID: kAudioFormatMPEG4AAC),
      Codec(testDescription: "AC-3", formatID: kAudioFormatAC3),
      Codec(testDescription: "E-AC-3", formatID: kAudioFormatEnhancedAC3),
      Codec(testDescription: "FLAC", formatID: kAudioFormatFLAC),
      Codec(testDescription: "MP3", formatID: kAudioFormatMPEGLayer3),
      Codec(testDescription: "Opus", formatID: kAudioFormatOpus),
      Codec(testDescription: "Vorbis", formatID: 0x766F_7262),
      Codec(
        testDescription: "AMR-NB", formatID: kAudioFormatAMR, rate: 8000, channels: 1,
        byteCount: 32, framesPerPacket: 160),
    ]
  #else
    static let libraries: [Codec] = []
  #endif

  #if ILBC
    static let speech = [
      Codec(
        testDescription: "iLBC", formatID: kAudioFormatiLBC, rate: 8000, channels: 1,
        byteCount: 38, framesPerPacket: 160)
    ]
  #else
    static let speech: [Codec] = []
  #endif

  private static let rounds =
    ProcessInfo.processInfo.environment["OCA_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 4

  @Test(
    "false sizes and damage give an error or bounded frames, and a reset clears them",
    arguments: own + libraries + speech)
  func lies(_ codec: Codec) throws {
    let stream = try LiedStream(codec)
    let honest = try stream.decoded(try stream.converter())
    #expect(!honest.isEmpty)
    for seed in 0..<Self.rounds {
      let converter = try stream.converter()
      let liar = PacketLiar(stream, converter.reference, seed: UInt64(seed))
      for _ in 0..<30 { liar.fill() }
      #expect(liar.findings.isEmpty, "seed \(seed): \(liar.findings.prefix(3))")
      AudioConverterReset(converter.reference)
      #expect(try stream.decoded(converter) == honest, "seed \(seed)")
      guard liar.findings.isEmpty else { return }
    }
  }
}

/// The packets of a codec, and their decoder.
private struct LiedStream {
  let format: AudioStreamBasicDescription
  let output: AudioStreamBasicDescription
  let packets: [[UInt8]]
  let cookie: [UInt8]

  init(_ codec: AudioConverterLyingPacketTests.Codec) throws {
    output = .float32(rate: codec.rate, channels: codec.channels)
    var format = AudioStreamBasicDescription.compressed(
      codec.formatID, rate: codec.rate, channels: codec.channels,
      framesPerPacket: codec.framesPerPacket)
    guard codec.byteCount == 0 else {
      if codec.formatID != kAudioFormatAMR { format.mBytesPerPacket = UInt32(codec.byteCount) }
      let bytes = noise(codec.byteCount * 60)
      packets = (0..<60).map { index in
        var packet = Array(bytes[index * codec.byteCount..<(index + 1) * codec.byteCount])
        // An AMR packet states its own length; this is the best mode.
        if codec.formatID == kAudioFormatAMR { packet[0] = 0x3C }
        return packet
      }
      cookie = []
      self.format = format
      return
    }
    let source = AudioStreamBasicDescription.int16(rate: codec.rate, channels: codec.channels)
    let encoder = try TestConverter(source, format)
    var size = UInt32(MemoryLayout.size(ofValue: format))
    AudioConverterGetProperty(
      encoder.reference, kAudioConverterCurrentOutputStreamDescription, &size, &format)
    let bytes = noise(30_000 * 2 * codec.channels)
    packets = try AudioConverterEncodingTests.encode(
      encoder.reference,
      ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 2 * codec.channels }),
      packets: 8, room: 1 << 19)
    cookie =
      AudioConverterPropertyTests.get(encoder, kAudioConverterCompressionMagicCookie).bytes
    self.format = format
  }

  func converter() throws -> TestConverter { try TestConverter(format, output, cookie: cookie) }

  /// All frames, decoded without lies.
  func decoded(_ converter: TestConverter) throws -> [UInt8] {
    let client = ConverterClient(format, packets)
    let drained = client.drain(converter.reference, output, portions: [1000])
    guard drained.statuses.allSatisfy({ $0 == noErr }) else {
      throw ConverterFailure(status: drained.statuses.first { $0 != noErr } ?? 0)
    }
    return drained.buffers[0]
  }
}

/// Supplies invalid packets, calls the converter from its callback, and checks the output.
private final class PacketLiar {
  private(set) var findings: [String] = []
  private let stream: LiedStream
  private let converter: AudioConverterRef
  private var state: UInt64
  /// The last portion, which must stay valid until the next call.
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var descriptions = UnsafeMutableBufferPointer<AudioStreamPacketDescription>(
    start: nil, count: 0)
  private static let refusal: OSStatus = 0x6E6F_7065

  init(_ stream: LiedStream, _ converter: AudioConverterRef, seed: UInt64) {
    self.stream = stream
    self.converter = converter
    state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
  }

  deinit { release() }

  private func release() {
    memory.deallocate()
    descriptions.deallocate()
  }

  private func random(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % max(limit, 1)
  }

  /// A packet of the stream, intact or damaged.
  private func packet() -> [UInt8] {
    var packet = stream.packets[random(stream.packets.count)]
    switch random(6) {
    case 0: for _ in 0..<1 + random(8) { packet[random(packet.count)] ^= UInt8(1 + random(255)) }
    case 1: packet = Array(packet.prefix(random(packet.count + 1)))
    case 2: packet += noise(1 + random(40))
    case 3: packet = noise(max(packet.count, 1))
    default: break
    }
    return packet
  }

  func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ outDescriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    callBack()
    let packets = (0..<random(Int(min(count.pointee, 20)) + 4)).map { _ in packet() }
    guard !packets.isEmpty else {
      count.pointee = 0
      return Self.refusal
    }
    let bytes = packets.flatMap { $0 }
    release()
    memory = .allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    var start = 0
    descriptions = .allocate(capacity: packets.count)
    for (index, packet) in packets.enumerated() {
      let isWild = random(12) == 0
      descriptions[index] = AudioStreamPacketDescription(
        mStartOffset: isWild ? [-1, Int64.max, Int64.min, 1 << 40][random(4)] : Int64(start),
        mVariableFramesInPacket: [0, 0, 0, 1, .max][random(5)],
        mDataByteSize: random(12) == 0 ? [0, .max, 1 << 31][random(3)] : UInt32(packet.count))
      start += packet.count
    }
    list.pointee.mBuffers.mData = memory.baseAddress
    list.pointee.mBuffers.mDataByteSize = UInt32(memory.count / (random(8) == 0 ? 2 : 1))
    if random(10) > 0 { outDescriptions?.pointee = descriptions.baseAddress }
    count.pointee = UInt32(packets.count)
    return random(15) == 0 ? Self.refusal : noErr
  }

  /// Calls that a client may make within the callback.
  ///
  /// They must return, with any status.
  private func callBack() {
    guard random(5) == 0 else { return }
    var size: UInt32 = 4
    var value: UInt32 = 0
    AudioConverterGetProperty(
      converter, kAudioConverterPropertyMaximumOutputPacketSize, &size, &value)
    switch random(4) {
    case 0: AudioConverterReset(converter)
    case 1:
      var quality: UInt32 = 64
      AudioConverterSetProperty(
        converter, kAudioConverterSampleRateConverterQuality, 4, &quality)
    case 2 where !stream.cookie.isEmpty:
      AudioConverterSetProperty(
        converter, kAudioConverterDecompressionMagicCookie, UInt32(stream.cookie.count),
        stream.cookie)
    default: break
    }
  }

  func fill() {
    let frames = 1 + random(5000)
    let width = Int(stream.output.mBytesPerFrame)
    var room = [UInt8](repeating: 0xC7, count: frames * width + 16)
    var count = UInt32(frames)
    let status = room.withUnsafeMutableBytes { room -> OSStatus in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: stream.output.mChannelsPerFrame,
          mDataByteSize: UInt32(frames * width), mData: room.baseAddress))
      return AudioConverterFillComplexBuffer(
        converter,
        { _, count, list, descriptions, client in
          guard let client else { return -1 }
          return Unmanaged<PacketLiar>.fromOpaque(client).takeUnretainedValue()
            .give(count, list, descriptions)
        }, Unmanaged.passUnretained(self).toOpaque(), &count, &list, nil)
    }
    if room.suffix(16).contains(where: { $0 != 0xC7 }) { findings.append("wrote behind its room") }
    if Int(count) > frames { findings.append("\(count) frames of \(frames)") }
    let isKnown = [
      noErr, Self.refusal, kAudioConverterErr_InvalidInputSize, kAudio_ParamError,
      kAudioConverterErr_UnspecifiedError, kAudioConverterErr_OperationNotSupported,
      kAudioConverterErr_RequiresPacketDescriptionsError, kAudioConverterErr_FormatNotSupported,
    ].contains(status)
    if !isKnown { findings.append("status \(status)") }
    for frame in 0..<min(Int(count), frames) * width / 4 {
      let bits = (0..<4).reduce(0) { $0 | UInt32(room[frame * 4 + $1]) << UInt32(8 * $1) }
      if !Float(bitPattern: bits).isFinite {
        findings.append("no number")
        break
      }
    }
  }
}

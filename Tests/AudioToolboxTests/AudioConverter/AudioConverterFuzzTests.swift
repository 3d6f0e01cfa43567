import AudioToolbox
import Foundation
import Testing

/// Random calls of a converter in random order, with properties of random sizes and callbacks that
/// lie.
///
/// A seed determines the calls. `OCA_FUZZ_ROUNDS` adds rounds with other seeds.
struct AudioConverterFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["OCA_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 120

  @Test("random calls give an error or the correct samples")
  func anyCalls() {
    for round in 0..<Self.rounds {
      let run = ConverterFuzzRun(seed: UInt64(round))
      run.run()
      if !run.findings.isEmpty {
        Issue.record("seed \(round): \(run.findings.prefix(3))")
        return
      }
    }
  }
}

/// A converter and its random calls.
private final class ConverterFuzzRun {
  private(set) var findings: [String] = []
  private var state: UInt64
  private let client: LyingClient
  private var source: AudioStreamBasicDescription
  private var destination: AudioStreamBasicDescription
  /// Whether samples pass unchanged; then their values are known.
  private var isPlain: Bool
  private var expected: UInt32 = 0

  private static let guardByte: UInt8 = 0xC7
  private static let guardSize = 32

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    client = LyingClient()
    source = .float32()
    destination = .float32()
    isPlain = false
    source = format()
    destination = format()
    if chance(4) {
      source = .float32(rate: 8000, channels: 1)
      destination = source
      isPlain = true
    } else if chance(2) {
      destination.mSampleRate = source.mSampleRate
    }
    client.format = source
  }

  private func random(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % max(limit, 1)
  }

  private func chance(_ of: Int) -> Bool { random(of) == 0 }

  private func pick<Value>(_ values: [Value]) -> Value { values[random(values.count)] }

  private func bytes(_ count: Int) -> [UInt8] {
    let isSmall = chance(2)
    return (0..<count).map { isSmall && $0 % 4 > 0 ? 0 : UInt8(random(isSmall ? 8 : 256)) }
  }

  private func format() -> AudioStreamBasicDescription {
    let rate = pick([8000.0, 11025, 44100, 48000])
    let channels = pick([1, 2, 2, 6])
    let isSigned = kAudioFormatFlagIsSignedInteger
    let isPacked = kAudioFormatFlagIsPacked
    switch random(12) {
    case 0, 1: return .int16(rate: rate, channels: channels)
    case 2, 3: return .float32(rate: rate, channels: channels)
    case 4: return .pcm(24, isSigned | isPacked, rate: rate, channels: channels)
    case 5:
      return .pcm(
        32, kAudioFormatFlagIsFloat | isPacked | kAudioFormatFlagIsNonInterleaved, rate: rate,
        channels: channels)
    case 6: return .pcm(8, isPacked, rate: rate, channels: channels)
    case 7:
      var format = AudioStreamBasicDescription.float32(rate: rate, channels: channels)
      format.mBytesPerFrame = UInt32(random(64))
      format.mBytesPerPacket = UInt32(random(64))
      format.mBitsPerChannel = UInt32(random(70))
      format.mFormatFlags = UInt32(random(128))
      format.mFramesPerPacket = UInt32(random(3))
      return format
    default:
      return .compressed(
        pick([
          kAudioFormatULaw, kAudioFormatAppleIMA4, kAudioFormatAppleLossless, kAudioFormatMPEG4AAC,
          kAudioFormatMPEGLayer3, kAudioFormatFLAC, kAudioFormatOpus, kAudioFormatAC3,
          kAudioFormatAMR,
        ]), rate: rate, channels: channels, framesPerPacket: random(3) * 512)
    }
  }

  /// Makes the converter and calls it.
  func run() {
    var made: AudioConverterRef?
    let status = AudioConverterNew(&source, &destination, &made)
    guard status == noErr, let converter = made else {
      if status == noErr || made != nil { findings.append("New: \(status)") }
      return
    }
    for _ in 0..<8 + random(16) {
      switch random(9) {
      case 0, 1: set(converter)
      case 2, 3: get(converter)
      case 4: convert(converter)
      case 5 where chance(3):
        AudioConverterReset(converter)
        expected = client.given
      default: fill(converter)
      }
    }
    AudioConverterDispose(converter)
    if AudioConverterReset(converter) != kAudio_ParamError { findings.append("used when disposed") }
  }

  /// All properties except those whose value is a reference.
  private static let properties: [AudioConverterPropertyID] = [
    kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMinimumOutputBufferSize,
    kAudioConverterPropertyMaximumInputPacketSize, kAudioConverterPropertyMaximumOutputPacketSize,
    kAudioConverterPropertyCalculateInputBufferSize,
    kAudioConverterPropertyCalculateOutputBufferSize, kAudioConverterPropertyInputCodecParameters,
    kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
    kAudioConverterCodecQuality, kAudioConverterPrimeMethod, kAudioConverterPrimeInfo,
    kAudioConverterChannelMap, kAudioConverterDecompressionMagicCookie,
    kAudioConverterCompressionMagicCookie, kAudioConverterEncodeBitRate,
    kAudioConverterEncodeAdjustableSampleRate, kAudioConverterInputChannelLayout,
    kAudioConverterOutputChannelLayout, kAudioConverterApplicableEncodeBitRates,
    kAudioConverterAvailableEncodeBitRates, kAudioConverterApplicableEncodeSampleRates,
    kAudioConverterAvailableEncodeChannelLayoutTags,
    kAudioConverterCurrentOutputStreamDescription, kAudioConverterCurrentInputStreamDescription,
    kAudioConverterPropertyBitDepthHint, kAudioConverterPropertyFormatList,
    kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth,
    kAudioConverterPropertyPerformDownmix, kAudioConverterPropertyChannelMixMap,
    kAudioCodecPropertyBitRateControlMode, kAudioCodecPropertySoundQualityForVBR, 0x3F3F_3F3F,
  ]

  private func set(_ converter: AudioConverterRef) {
    let property = pick(Self.properties)
    let sizes = [0, 1, 4, 4, 4, 8, 12, 32, Int(destination.mChannelsPerFrame) * 4, random(80)]
    var value = bytes(pick(sizes))
    if value.count == 4, chance(2) {
      value = withUnsafeBytes(of: UInt32(pick([0, 1, 2, 16, 64, 96, 127, 64000, 128_000]))) {
        Array($0)
      }
    }
    let status = value.withUnsafeBytes { value in
      // Even empty memory has an address.
      withUnsafeBytes(of: 0) { none in
        (value.baseAddress ?? none.baseAddress).map {
          AudioConverterSetProperty(converter, property, UInt32(value.count), $0)
        }
      }
    }
    if status == noErr { isPlain = false }
  }

  private func get(_ converter: AudioConverterRef) {
    let property = pick(Self.properties)
    var size: UInt32 = 0
    var isWritable: DarwinBoolean = false
    let info = AudioConverterGetPropertyInfo(converter, property, &size, &isWritable)
    let available = size
    if info != noErr || chance(2) { size = UInt32(random(100)) }
    let room = Int(size)
    var memory = bytes(room) + [UInt8](repeating: Self.guardByte, count: Self.guardSize)
    let status = AudioConverterGetProperty(converter, property, &size, &memory)
    check(memory, after: room, "property \(property)")
    if status == noErr, Int(size) > room { findings.append("property \(property): \(size)") }
    let isAsked =
      property == kAudioConverterPropertyCalculateInputBufferSize
      || property == kAudioConverterPropertyCalculateOutputBufferSize
    if info == noErr, room >= Int(available), status != noErr, !isAsked {
      findings.append("property \(property): \(status) with room")
    }
  }

  private func convert(_ converter: AudioConverterRef) {
    let input = bytes(random(600))
    let room = random(2000)
    var size = UInt32(room)
    var output = [UInt8](repeating: Self.guardByte, count: room + Self.guardSize)
    let status = AudioConverterConvertBuffer(
      converter, UInt32(input.count), input, &size, &output)
    check(output, after: room, "ConvertBuffer")
    if status == noErr, Int(size) > room { findings.append("ConvertBuffer: \(size)") }
  }

  private func fill(_ converter: AudioConverterRef) {
    let isSeparate =
      destination.mFormatID == kAudioFormatLinearPCM
      && destination.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let right = isSeparate ? Int(destination.mChannelsPerFrame) : 1
    let bufferCount = chance(20) ? random(4) : min(right, 8)
    let packets = random(chance(4) ? 6000 : 300)
    let width = Int(destination.mBytesPerPacket)
    let room = chance(10) ? random(4096) : width > 0 ? packets * width : 20_000
    var memory = (0..<max(bufferCount, 1)).map { _ in
      [UInt8](repeating: Self.guardByte, count: room + Self.guardSize)
    }
    let list = AudioBufferList.allocate(maximumBuffers: max(bufferCount, 1))
    defer { free(list.unsafeMutablePointer) }
    list.unsafeMutablePointer.pointee.mNumberBuffers = UInt32(bufferCount)
    var count = UInt32(packets)
    var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: max(packets, 1))
    client.plan = (0..<4).map { _ in pick(LyingClient.Answer.allCases) }
    client.request = random(700)
    let buffers = memory.indices.map { index in
      memory[index].withUnsafeMutableBytes { bytes in
        let copy = UnsafeMutableRawBufferPointer.allocate(
          byteCount: bytes.count, alignment: 16)
        copy.copyBytes(from: bytes)
        return copy
      }
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    for index in 0..<bufferCount {
      list[index] = AudioBuffer(
        mNumberChannels: 1, mDataByteSize: UInt32(room), mData: buffers[index].baseAddress)
    }
    let status = AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, descriptions, client in
        guard let client else { return -1 }
        return Unmanaged<LyingClient>.fromOpaque(client).takeUnretainedValue()
          .give(count, list, descriptions)
      }, Unmanaged.passUnretained(client).toOpaque(), &count, list.unsafeMutablePointer,
      &descriptions)
    for index in memory.indices {
      memory[index] = Array(buffers[index])
      check(memory[index], after: room, "Fill")
    }
    let isKnown = [
      noErr, kAudio_ParamError, LyingClient.refusal, kAudioConverterErr_InvalidInputSize,
      kAudioConverterErr_InvalidOutputSize, kAudioConverterErr_UnspecifiedError,
      kAudioConverterErr_FormatNotSupported, kAudioConverterErr_RequiresPacketDescriptionsError,
    ].contains(status)
    if !isKnown { findings.append("Fill: \(status)") }
    if Int(count) > packets { findings.append("Fill: \(count) packets of \(packets)") }
    if isPlain,
      status == noErr || status == LyingClient.refusal
        || status == kAudioConverterErr_InvalidInputSize
    {
      for index in 0..<Int(count) {
        let bits = (0..<4).reduce(0) { $0 | UInt32(memory[0][index * 4 + $1]) << UInt32(8 * $1) }
        if Float(bitPattern: bits) != Float(expected) {
          findings.append("frame \(expected) is \(Float(bitPattern: bits))")
          return
        }
        expected += 1
      }
      // Input with a false size is lost.
      if status == kAudioConverterErr_InvalidInputSize { expected = client.given }
    }
  }

  private func check(_ memory: [UInt8], after room: Int, _ call: String) {
    if memory[room...].contains(where: { $0 != Self.guardByte }) {
      findings.append("\(call) wrote behind its room")
    }
  }
}

/// An input callback that breaks the rules.
private final class LyingClient {
  enum Answer: CaseIterable {
    case asAsked
    case more
    case fewer
    case end
    case refuses
    case oddSize
    case tooFewBytes
    case noMemory
    case noDescriptions
    case wildDescriptions
    case copies
  }

  /// The status that refuses a request.
  static let refusal: OSStatus = 0x6E6F_7065

  var format = AudioStreamBasicDescription()
  var plan: [Answer] = []
  var request = 0
  /// The total number of supplied packets.
  ///
  /// A plain sample has its number as its value.
  private(set) var given: UInt32 = 0
  private var memory: [UnsafeMutableRawBufferPointer] = []
  private var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  deinit { release() }

  private func release() {
    for buffer in memory { buffer.deallocate() }
    memory = []
    descriptions?.deallocate()
    descriptions = nil
  }

  func give(
    _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutablePointer<AudioBufferList>,
    _ outDescriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
  ) -> OSStatus {
    release()
    let answer = plan.isEmpty ? Answer.refuses : plan.removeFirst()
    let asked = Int(min(count.pointee, 5000))
    var packets = asked
    switch answer {
    // The end is rare, because it ends the stream.
    case .end where request % 7 == 0:
      count.pointee = 0
      return noErr
    case .refuses, .end:
      count.pointee = 0
      return Self.refusal
    case .more: packets = asked + request
    case .fewer: packets = max(1, asked / 3)
    default: break
    }
    let width = format.mBytesPerPacket > 0 ? Int(format.mBytesPerPacket) : 40
    var byteCount = packets * width
    if answer == .oddSize { byteCount += 3 }
    if answer == .tooFewBytes { byteCount = max(0, byteCount - width / 2 - 1) }
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    for index in buffers.indices {
      let isCopied =
        answer == .copies && buffers[index].mData != nil
        && byteCount <= Int(buffers[index].mDataByteSize)
      let room: UnsafeMutableRawBufferPointer
      if isCopied {
        room = UnsafeMutableRawBufferPointer(start: buffers[index].mData, count: byteCount)
      } else {
        room = .allocate(byteCount: byteCount, alignment: 16)
        memory.append(room)
      }
      fill(room)
      buffers[index].mData = answer == .noMemory ? nil : room.baseAddress
      buffers[index].mDataByteSize = UInt32(byteCount)
    }
    given += UInt32(packets)
    count.pointee = UInt32(packets)
    if let outDescriptions, answer != .noDescriptions {
      let all = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: packets + 1)
      for index in 0..<packets {
        let isWild = answer == .wildDescriptions && index % 3 == 1
        all[index] = AudioStreamPacketDescription(
          mStartOffset: isWild ? -5 : Int64(index * width),
          mVariableFramesInPacket: isWild ? .max : 0,
          mDataByteSize: isWild ? .max : UInt32(width))
      }
      descriptions = all
      outDescriptions.pointee = all
    }
    return noErr
  }

  private func fill(_ room: UnsafeMutableRawBufferPointer) {
    for index in room.indices { room[index] = UInt8(truncatingIfNeeded: index &* 31 &+ Int(given)) }
    guard format.mFormatID == kAudioFormatLinearPCM, format.mBytesPerPacket == 4 else { return }
    for frame in 0..<room.count / 4 {
      room.storeBytes(of: Float(given + UInt32(frame)), toByteOffset: frame * 4, as: Float.self)
    }
  }
}

import AudioToolbox
import Testing

/// A file stays readable when its writer is killed, with all packets of the finished calls.
///
/// A write that extends a file may be partial: a file system extends a file page by page, and a
/// signal ends it between two pages. Within an existing page, a write is complete or absent.
@Suite struct AudioFileKilledWritingTests {
  /// A format, and packets that make the file's table move twice.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var type: AudioFileTypeID
    var codec: AudioFormatID

    var isVarying: Bool { codec != kAudioFormatLinearPCM }

    var format: AudioStreamBasicDescription {
      guard isVarying else {
        return AudioStreamBasicDescription(
          mSampleRate: 44100, mFormatID: codec, mFormatFlags: flags, mBytesPerPacket: 4,
          mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16,
          mReserved: 0)
      }
      return AudioStreamBasicDescription(
        mSampleRate: 44100, mFormatID: codec, mFormatFlags: 0, mBytesPerPacket: 0,
        mFramesPerPacket: codec == kAudioFormatAppleLossless ? 4096 : 1024, mBytesPerFrame: 0,
        mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
    }

    private var flags: AudioFormatFlags {
      let order = type == kAudioFileAIFFType ? kAudioFormatFlagIsBigEndian : 0
      return kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | order
    }

    /// The packets of each call.
    var calls: [[[UInt8]]] {
      (0..<30).map { call in
        (0..<1 + call % 4).map { index in
          let count = isVarying ? 20 + (call * 977 + index * 331) % 8000 : 4
          return (0..<count).map { UInt8(($0 * 7 + call * 5 + index) % 251) }
        }
      }
    }
  }

  static let cases = [
    Case(testDescription: "CAF, ALAC", type: kAudioFileCAFType, codec: kAudioFormatAppleLossless),
    Case(testDescription: "CAF, AAC", type: kAudioFileCAFType, codec: kAudioFormatMPEG4AAC),
    Case(testDescription: "M4A, ALAC", type: kAudioFileM4AType, codec: kAudioFormatAppleLossless),
    Case(testDescription: "M4A, AAC", type: kAudioFileM4AType, codec: kAudioFormatMPEG4AAC),
    Case(testDescription: "CAF, PCM", type: kAudioFileCAFType, codec: kAudioFormatLinearPCM),
    Case(testDescription: "WAVE", type: kAudioFileWAVEType, codec: kAudioFormatLinearPCM),
    Case(testDescription: "AIFF", type: kAudioFileAIFFType, codec: kAudioFormatLinearPCM),
  ]

  @Test(arguments: cases) func writtenPacketsCanBeRead(of test: Case) throws {
    let all = test.calls.flatMap { $0 }
    let sink = CallbackSink()
    let created = sink.create(test.type, test.format)
    try #require(created.status == noErr)
    let file = try #require(created.file)
    if !test.isVarying {
      var defers: UInt32 = 0
      try #require(
        AudioFileSetProperty(file, kAudioFilePropertyDeferSizeUpdates, 4, &defers) == noErr)
    } else {
      // Apple Lossless: 4096 frames, 16 bits, two channels at 44.1 kHz.
      let cookie: [UInt8] =
        [0, 0, 16, 0, 0, 16, 40, 10, 14, 2, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 172, 68]
      try #require(
        AudioFileSetProperty(file, kAudioFilePropertyMagicCookieData, 24, cookie) == noErr)
    }
    // A sample description of Apple Lossless contains the cookie.
    let firstWhole =
      test.type == kAudioFileM4AType && test.codec == kAudioFormatAppleLossless
      ? sink.steps.count : 1
    // The expected number of packets after each step.
    var counts = [(steps: 0, packets: 0)]
    for packets in test.calls {
      try write(packets, at: counts[counts.count - 1].packets, to: file)
      counts.append((sink.steps.count, counts[counts.count - 1].packets + packets.count))
    }
    try #require(withExtendedLifetime(sink) { AudioFileClose(file) } == noErr)
    var state: [UInt8] = []
    for (index, step) in sink.steps.enumerated() {
      let count = counts.last { $0.steps <= index }?.packets ?? 0
      for cut in cuts(of: step, state) {
        let bytes = applied(step, cut, to: state)
        // Until the first write ends, the file is not valid.
        let mayFail = index < firstWhole
        try expect(count, all, in: bytes, mayFail, "step \(index), cut at \(cut)")
      }
      state = applied(step, Int.max, to: state)
    }
    #expect(state == sink.bytes)
    try expect(all.count, all, in: state, false, "closed")
  }

  /// The positions at which a step may be cut off.
  ///
  /// They are any byte that extends the file, and the ends of pages elsewhere.
  private func cuts(of step: CallbackSink.Step, _ state: [UInt8]) -> [Int] {
    guard case .write(let bytes, let offset) = step else { return [0] }
    // `OCA_CUTS=1` checks all bytes of the first 12 KB.
    let isWhole = ProcessInfo.processInfo.environment["OCA_CUTS"] != nil
    return (0..<bytes.count).filter { cut in
      let end = offset + cut
      if cut == 0 || end % 4096 == 0 { return true }
      return end >= state.count && end < 12_288 && (isWhole || end < 512 || end % 101 == 0)
    }
  }

  private func applied(_ step: CallbackSink.Step, _ cut: Int, to state: [UInt8]) -> [UInt8] {
    var state = state
    switch step {
    case .write(let bytes, let offset):
      let new = bytes.prefix(cut)
      let end = min(state.count, offset + new.count)
      state.replaceSubrange(min(offset, end)..<end, with: new)
    case .resize(let count):
      guard cut > 0 else { break }
      state = Array(state.prefix(count))
      state += [UInt8](repeating: 0, count: count - state.count)
    }
    return state
  }

  private func expect(
    _ count: Int, _ all: [[UInt8]], in bytes: [UInt8], _ mayFail: Bool, _ what: String
  ) throws {
    let source = CallbackFile(bytes)
    let (status, opened) = source.open()
    guard let file = opened else {
      #expect(mayFail && count == 0, "\(what): \(status)")
      return
    }
    defer { withExtendedLifetime(source) { _ = AudioFileClose(file) } }
    let found = Int(try property(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)))
    #expect(found >= count && found <= all.count, "\(what): \(found) packets for \(count)")
    guard found > 0, found <= all.count else { return }
    // If the last packets are correct, so are the positions of all packets before them.
    let first = max(0, found - 2)
    let constant = all[0].count == 4 ? 4 : 0
    let read = readPacketData(
      file, from: Int64(first), requested: UInt32(found - first), room: 20_000, constant: constant)
    #expect(read.packets == Array(all[first..<found]), "\(what)")
  }

  private func write(_ packets: [[UInt8]], at start: Int, to file: AudioFileID) throws {
    var place: Int64 = 0
    let descriptions = packets.map { packet in
      defer { place += Int64(packet.count) }
      return AudioStreamPacketDescription(
        mStartOffset: place, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
    }
    let bytes = packets.flatMap { $0 }
    var count = UInt32(packets.count)
    let status = AudioFileWritePackets(
      file, false, UInt32(bytes.count), descriptions, Int64(start), &count, bytes)
    try #require(status == noErr && Int(count) == packets.count)
  }
}

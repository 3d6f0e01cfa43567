import AudioToolbox
import TestSupport
import Testing

/// The contract between a converter and its input callback, with linear PCM.
struct AudioConverterContractTests {
  /// 16-bit stereo frames whose samples identify their positions.
  static func frames(_ count: Int) -> [[UInt8]] {
    (0..<count).map { frame -> [UInt8] in
      let low = UInt8(frame & 0xFF)
      let high = UInt8(frame >> 8)
      return [low, high, low, high | 0x80]
    }
  }

  static let portions: [[Int]] = [[1], [7], [64], [1000], [1, 100, 3]]
  static let answers: [[ConverterClient.Answer]] = [
    [], [.packets(1), .packets(2), .packets(500)], [.copied(1), .packets(9)],
    [.packets(1000)], [.packets(3), .status(-7), .packets(5), .status(-8), .status(-9)],
  ]

  @Test("any division of input and output gives the same frames", arguments: portions, answers)
  func anyCut(_ portions: [Int], _ answers: [ConverterClient.Answer]) throws {
    let converter = try TestConverter(.int16(), .float32())
    let client = ConverterClient(.int16(), Self.frames(500))
    client.answers = answers
    let result = client.drain(converter.reference, .float32(), portions: portions)
    let expected = LittleEndian.int16(Self.frames(500).flatMap { $0 }).map { Float($0) / 32768 }
    let isSame = LittleEndian.float(result.buffers[0]) == expected
    #expect(isSame)
    // The statuses are the callback's own, unchanged and in order.
    let statuses = answers.compactMap { answer -> OSStatus? in
      if case .status(let status) = answer { status } else { nil }
    }
    #expect(result.statuses.filter { $0 != noErr } == statuses)
  }

  @Test("the callback's status comes with the frames made so far, and the next call continues")
  func statusWithFrames() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), Self.frames(100))
    client.answers = [.packets(30), .status(0x6E6F_7721), .packets(100)]
    let first = client.fill(converter.reference, .int16(), frames: 50)
    #expect(first.status == 0x6E6F_7721)
    #expect(first.frameCount == 30)
    #expect(first.buffers[0] == Self.frames(30).flatMap { $0 })
    #expect(client.minimums == [50, 20])
    let second = client.fill(converter.reference, .int16(), frames: 50)
    #expect(second.status == noErr)
    #expect(second.frameCount == 50)
    #expect(second.buffers[0] == Self.frames(100)[30..<80].flatMap { $0 })
  }

  @Test("after the end, the callback is not called and no frames come until a reset")
  func endAndReset() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), Self.frames(10))
    let all = client.fill(converter.reference, .int16(), frames: 20)
    #expect(all.status == noErr)
    #expect(all.frameCount == 10)
    #expect(all.buffers[0].count == 40)
    let calls = client.minimums.count
    client.next = 0
    for _ in 0..<3 {
      let none = client.fill(converter.reference, .int16(), frames: 20)
      #expect(none.status == noErr && none.frameCount == 0 && none.buffers[0].isEmpty)
    }
    #expect(client.minimums.count == calls)
    #expect(AudioConverterReset(converter.reference) == noErr)
    #expect(client.fill(converter.reference, .int16(), frames: 4).frameCount == 4)
  }

  @Test("packets beyond the request are used without another call")
  func surplus() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), Self.frames(100))
    client.answers = [.packets(100)]
    for start in stride(from: 0, to: 100, by: 10) {
      let result = client.fill(converter.reference, .int16(), frames: 10)
      #expect(result.buffers[0] == Self.frames(100)[start..<start + 10].flatMap { $0 })
    }
    #expect(client.minimums == [10])
  }

  @Test("a reset drops pending input")
  func resetDropsSurplus() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), Self.frames(100))
    client.answers = [.packets(50)]
    client.fill(converter.reference, .int16(), frames: 10)
    AudioConverterReset(converter.reference)
    let result = client.fill(converter.reference, .int16(), frames: 10)
    #expect(result.buffers[0] == Self.frames(100)[50..<60].flatMap { $0 })
  }

  @Test("an input smaller than its stated size is refused")
  func tooFewBytes() throws {
    let converter = try TestConverter(.int16(), .int16())
    let client = ConverterClient(.int16(), Self.frames(10))
    client.answers = [.tooManyPackets]
    let result = client.fill(converter.reference, .int16(), frames: 10)
    #expect(result.status == kAudioConverterErr_InvalidInputSize)
    #expect(result.frameCount == 0)
  }

  @Test("an output buffer that is too small is refused before the callback is called")
  func tooLittleRoom() throws {
    let converter = try TestConverter(.int16(), .int16())
    var list = AudioBufferList()
    list.mNumberBuffers = 1
    var room: [UInt8] = [0, 0, 0, 0]
    room.withUnsafeMutableBytes { bytes in
      list.mBuffers = AudioBuffer(mNumberChannels: 2, mDataByteSize: 4, mData: bytes.baseAddress)
      var count: UInt32 = 2
      let status = AudioConverterFillComplexBuffer(
        converter.reference, { _, _, _, _, _ in -1 }, nil, &count, &list, nil)
      #expect(status == kAudioConverterErr_InvalidOutputSize)
      list.mNumberBuffers = 2
      let other = AudioConverterFillComplexBuffer(
        converter.reference, { _, _, _, _, _ in -1 }, nil, &count, &list, nil)
      #expect(other == kAudio_ParamError)
    }
  }

  @Test("a disposed converter returns an error")
  func disposed() throws {
    var source = AudioStreamBasicDescription.int16()
    var made: AudioConverterRef?
    #expect(AudioConverterNew(&source, &source, &made) == noErr)
    let reference = try #require(made)
    #expect(AudioConverterDispose(reference) == noErr)
    #expect(AudioConverterDispose(reference) == kAudio_ParamError)
    #expect(AudioConverterReset(reference) == kAudio_ParamError)
  }

  @Test("the reference of a disposed converter is not reused")
  func reused() throws {
    var source = AudioStreamBasicDescription.int16()
    var references: Set<OpaquePointer> = []
    for _ in 0..<100 {
      var made: AudioConverterRef?
      #expect(AudioConverterNew(&source, &source, &made) == noErr)
      let reference = try #require(made)
      #expect(references.insert(reference).inserted)
      #expect(references.count { AudioConverterReset($0) == noErr } == 1)
      #expect(AudioConverterDispose(reference) == noErr)
    }
  }
}

#if Soxr
  import AVFAudio
  import Foundation
  import Testing

  /// Pieces from a microphone, each valid during one call, converted to another rate.
  @Suite struct AVAudioConverterLiveTests {
    struct Way: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var input = Kind()
      var output = Kind()
      var dithers = false
      var mixes = false
    }

    struct Kind: Sendable {
      var common = AVAudioCommonFormat.pcmFormatInt16
      var channels: AVAudioChannelCount = 1
      var isInterleaved = true

      func format(_ rate: Double) throws -> AVAudioFormat {
        try AVAudioConverterTests.format(rate, channels, common, interleaved: isInterleaved)
      }
    }

    private static let float = Kind(common: .pcmFormatFloat32)
    private static let stereo = Kind(channels: 2)
    private static let planes = Kind(
      common: .pcmFormatFloat32, channels: 2, isInterleaved: false)
    private static let pairs = Kind(common: .pcmFormatFloat32, channels: 2)

    static let ways = [
      Way(testDescription: "16 bits"),
      Way(testDescription: "16 bits, dithered", dithers: true),
      Way(testDescription: "16 bits, stereo", input: stereo, output: stereo),
      Way(testDescription: "Float32", input: float, output: float),
      Way(testDescription: "Float32, stereo", input: pairs, output: pairs),
      Way(testDescription: "planes", input: planes, output: planes),
      Way(testDescription: "Float32 to 16 bits, mixed", input: planes, mixes: true),
      Way(testDescription: "16 bits to Float32", input: stereo, output: float),
    ]

    static let rates: [[Double]] = [
      [48_000, 16_000], [48_000, 8000], [24_000, 16_000], [16_000, 48_000], [44_100, 48_000],
      [48_000, 44_100], [44_100, 16_000],
    ]

    @Test("each piece is requested, and no frame is lost", arguments: ways, rates)
    func pieces(_ way: Way, _ rates: [Double]) throws {
      let (from, to) = try (way.input.format(rates[0]), way.output.format(rates[1]))
      let sound = try Self.sound(from, frames: Int(rates[0]) / 2)
      let whole = try Self.convert(
        way, from, to, [sound], capacity: Int(rates[1]) + 100, asksOnce: false)
      for hertz in [100, 50, 10] {
        let pieces = Self.cut(sound, every: Int(rates[0]) / hertz)
        let nominal = Int(rates[1]) / hertz
        for capacity in [nominal, 4 * nominal + 1] {
          let live = try Self.convert(way, from, to, pieces, capacity: capacity, asksOnce: true)
          let isSame = live == whole
          #expect(isSame, "\(hertz) pieces a second, room for \(capacity)")
        }
      }
    }

    @Test("no frame is lost if a call takes more input or has a smaller buffer")
    func uneven() throws {
      let (from, to) = try (Self.float.format(48_000), Self.float.format(16_000))
      let pieces = Self.cut(try Self.sound(from, frames: 48_000), every: 960)
      let converter = try #require(AVAudioConverter(from: from, to: to))
      var waiting = pieces[...]
      var askedFor = 0
      for room in [4000] + [Int](repeating: 320, count: 40) {
        let output = try #require(
          AVAudioPCMBuffer(pcmFormat: to, frameCapacity: AVAudioFrameCount(room)))
        var isGiven = 0
        let before = waiting.count
        _ = converter.convert(to: output, error: nil) { _, status in
          isGiven += 1
          guard isGiven <= (room > 320 ? 3 : 1), let piece = waiting.popFirst() else {
            status.pointee = .noDataNow
            return nil
          }
          status.pointee = .haveData
          return piece
        }
        askedFor += before - waiting.count
      }
      #expect(askedFor == 43)
    }

    @Test("packets are requested in the same way")
    func packets() throws {
      let law = try #require(
        AVAudioFormat(settings: [
          AVFormatIDKey: kAudioFormatULaw, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        ]))
      let to = try Self.float.format(16_000)
      func buffer(_ range: Range<Int>) -> AVAudioCompressedBuffer {
        let buffer = AVAudioCompressedBuffer(
          format: law, packetCapacity: AVAudioPacketCount(range.count), maximumPacketSize: 1)
        let bytes = buffer.data.assumingMemoryBound(to: UInt8.self)
        for index in range { bytes[index - range.lowerBound] = UInt8(index * 7 & 0xFF) }
        buffer.byteLength = UInt32(range.count)
        buffer.packetCount = AVAudioPacketCount(range.count)
        return buffer
      }
      let whole = try Self.convert(
        Way(testDescription: ""), law, to, [buffer(0..<48_000)], capacity: 16_100, asksOnce: false)
      let pieces = (0..<50).map { buffer($0 * 960..<($0 + 1) * 960) }
      let live = try Self.convert(
        Way(testDescription: ""), law, to, pieces, capacity: 320, asksOnce: true)
      let isSame = live == whole
      #expect(isSame)
    }

    @Test(
      "encoders with room for one packet also request each piece",
      arguments: [(kAudioFormatAppleLossless, 4096), (kAudioFormatULaw, 320)])
    func encoding(_ codec: AudioFormatID, _ framesOfRoom: Int) throws {
      let from = try Self.float.format(48_000)
      let to = try #require(
        AVAudioFormat(settings: [
          AVFormatIDKey: codec, AVSampleRateKey: 16_000.0, AVNumberOfChannelsKey: 1,
        ]))
      let sound = try Self.sound(from, frames: 24 * framesOfRoom)
      let room = codec == kAudioFormatULaw ? framesOfRoom : 1
      let whole = try Self.encode(from, to, [sound], room: 40_000, asksOnce: false)
      // As long as the buffer, and a third of it.
      for length in [3 * framesOfRoom, framesOfRoom] {
        let pieces = Self.cut(sound, every: length)
        #expect(try Self.encode(from, to, pieces, room: room, asksOnce: true) == whole, "\(length)")
      }
    }

    /// Encodes pieces as ``convert(_:_:_:_:capacity:asksOnce:)`` converts them.
    private static func encode(
      _ from: AVAudioFormat, _ to: AVAudioFormat, _ pieces: [AVAudioBuffer], room: Int,
      asksOnce: Bool
    ) throws -> [UInt8] {
      let converter = try #require(AVAudioConverter(from: from, to: to))
      var bytes: [UInt8] = []
      var waiting = pieces[...]
      while true {
        let output = AVAudioCompressedBuffer(
          format: to, packetCapacity: AVAudioPacketCount(room),
          maximumPacketSize: converter.maximumOutputPacketSize)
        let isLive = asksOnce && !waiting.isEmpty
        let before = waiting.count
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
          let isMissing = waiting.isEmpty || (isLive && waiting.count < before)
          status.pointee = !isMissing ? .haveData : isLive ? .noDataNow : .endOfStream
          return isMissing ? nil : waiting.popFirst()
        }
        #expect(error == nil)
        try #require(!isLive || waiting.count == before - 1, "\(before) pieces waiting")
        bytes += UnsafeRawBufferPointer(start: output.data, count: Int(output.byteLength))
        if status == .endOfStream { return bytes }
      }
    }

    /// Converts pieces to their end; if `asksOnce`, each call gets one piece only.
    private static func convert(
      _ way: Way, _ from: AVAudioFormat, _ to: AVAudioFormat, _ pieces: [AVAudioBuffer],
      capacity: Int, asksOnce: Bool
    ) throws -> [[UInt8]] {
      let converter = try #require(AVAudioConverter(from: from, to: to))
      converter.dither = way.dithers
      converter.downmix = way.mixes
      var channels: [[UInt8]] = []
      func call(
        _ block: @escaping AVAudioConverterInputBlock
      ) throws -> AVAudioConverterOutputStatus {
        let output = try #require(
          AVAudioPCMBuffer(pcmFormat: to, frameCapacity: AVAudioFrameCount(capacity)))
        var error: NSError?
        let status = converter.convert(to: output, error: &error, withInputFrom: block)
        #expect(error == nil)
        let isFull = output.frameLength == output.frameCapacity
        #expect(status != .inputRanDry || !isFull)
        let list = UnsafeMutableAudioBufferListPointer(
          UnsafeMutablePointer(mutating: output.audioBufferList))
        if channels.isEmpty { channels = Array(repeating: [], count: list.count) }
        for (index, buffer) in list.enumerated() {
          channels[index] += UnsafeRawBufferPointer(
            start: buffer.mData, count: Int(buffer.mDataByteSize))
        }
        return status
      }
      for (index, piece) in pieces.enumerated() where asksOnce {
        var isGiven = false
        let status = try call { _, status in
          status.pointee = isGiven ? .noDataNow : .haveData
          defer { isGiven = true }
          return isGiven ? nil : piece
        }
        try #require(isGiven && [.haveData, .inputRanDry].contains(status), "piece \(index)")
      }
      var waiting = asksOnce ? [] : pieces[...]
      for _ in 0..<100 {
        let status = try call { _, status in
          let piece = waiting.popFirst()
          status.pointee = piece == nil ? .endOfStream : .haveData
          return piece
        }
        if status == .endOfStream { return channels }
        try #require(status == .haveData)
      }
      Issue.record("no end")
      return channels
    }

    /// Reproducible noise.
    private static func sound(_ format: AVAudioFormat, frames: Int) throws -> AVAudioPCMBuffer {
      let planes = try AVAudioConverterTests.format(format.sampleRate, format.channelCount)
      let noise = try #require(
        AVAudioPCMBuffer(pcmFormat: planes, frameCapacity: AVAudioFrameCount(frames)))
      noise.frameLength = noise.frameCapacity
      var state: UInt32 = 1
      for channel in 0..<Int(format.channelCount) {
        for frame in 0..<frames {
          state = state &* 1_664_525 &+ 1_013_904_223
          noise.floatChannelData?[channel][frame] = Float(Int32(bitPattern: state)) / 0x1p32
        }
      }
      guard !format.isEqual(planes) else { return noise }
      let sound = try #require(
        AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)))
      try #require(AVAudioConverter(from: planes, to: format)).convert(to: sound, from: noise)
      return sound
    }

    private static func cut(_ sound: AVAudioPCMBuffer, every count: Int) -> [AVAudioPCMBuffer] {
      let width = Int(sound.format.streamDescription.pointee.mBytesPerFrame)
      return stride(from: 0, to: Int(sound.frameLength), by: count).compactMap { start in
        guard
          let piece = AVAudioPCMBuffer(
            pcmFormat: sound.format, frameCapacity: AVAudioFrameCount(count))
        else { return nil }
        piece.frameLength = piece.frameCapacity
        let all = UnsafeMutableAudioBufferListPointer(sound.mutableAudioBufferList)
        let part = UnsafeMutableAudioBufferListPointer(piece.mutableAudioBufferList)
        for (from, to) in zip(all, part) {
          guard let from = from.mData, let to = to.mData else { continue }
          to.copyMemory(from: from + start * width, byteCount: count * width)
        }
        return piece
      }
    }
  }
#endif

#if MPG123 && LibAV
  import AudioToolbox
  import TestSupport
  import Testing

  /// Packets that no encoder made.
  ///
  /// The converter always reaches the end, and keeps the time.
  struct AudioConverterBadInputTests {
    struct Damage: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var change: @Sendable (_ packet: inout [UInt8], _ index: Int, _ noise: inout UInt64) -> Void
    }

    static let damages: [Damage] = [
      Damage(testDescription: "noise") { packet, _, noise in
        for index in packet.indices { packet[index] = next(&noise) }
      },
      Damage(testDescription: "noise behind the header") { packet, _, noise in
        for index in packet.indices.dropFirst(4) { packet[index] = next(&noise) }
      },
      Damage(testDescription: "one bit") { packet, _, noise in
        guard !packet.isEmpty else { return }
        let place = Int(next(&noise)) << 8 | Int(next(&noise))
        packet[place % packet.count] ^= 1 << (next(&noise) & 7)
      },
      Damage(testDescription: "cut") { packet, _, noise in
        packet.removeLast(packet.count * Int(next(&noise)) / 256)
      },
      Damage(testDescription: "longer") { packet, _, noise in
        for _ in 0..<next(&noise) { packet.append(next(&noise)) }
      },
      Damage(testDescription: "empty now and then") { packet, index, _ in
        if index % 3 == 2 { packet = [] }
      },
      Damage(testDescription: "all ones") { packet, _, _ in
        packet = [UInt8](repeating: 0xFF, count: packet.count)
      },
      Damage(testDescription: "all zeros") { packet, _, _ in
        packet = [UInt8](repeating: 0, count: packet.count)
      },
    ]

    static func next(_ state: inout UInt64) -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }

    @Test(
      "damaged packets keep the timing, and later frames are correct",
      arguments: damages, ["MP3", "AAC"])
    func damaged(_ damage: Damage, _ name: String) throws {
      let stream = try AudioConverterDecodingTests.stream(name)
      let output = AudioStreamBasicDescription.float32(rate: stream.rate)
      let frames = Int(stream.format.mFramesPerPacket)
      for seed in 1...6 as ClosedRange<UInt64> {
        var noise = seed
        // Intact packets at first, so that the stream is recognized; then damaged ones, then intact
        // ones.
        var packets = Array(stream.packets.prefix(12))
        for index in 1..<packets.count { damage.change(&packets[index], index, &noise) }
        packets += stream.packets.prefix(20)
        let converter = try TestConverter(stream.format, output)
        let client = ConverterClient(stream.format, packets)
        let result = client.drain(converter.reference, output, portions: [5000])
        #expect(result.statuses.allSatisfy { $0 == noErr })
        let samples = LittleEndian.float(result.buffers[0])
        #expect(samples.count == packets.count * frames * stream.channels)
        guard name == "MP3" else { continue }
        let clean = try TestConverter(stream.format, output)
        let other = ConverterClient(stream.format, Array(stream.packets.prefix(20)))
        let whole = other.drain(clean.reference, output, portions: [5000]).buffers[0]
        // The bit reservoir and the filter bank span four packets of this stream.
        let settled = 6 * frames * stream.channels
        let difference = SampleDifference(
          Array(samples[(12 * frames * stream.channels + settled)...]),
          reference: Array(LittleEndian.float(whole)[settled...]))
        #expect(difference.peak < 1e-5)
      }
    }

    @Test("any cookie is accepted or refused", arguments: 0..<64)
    func cookies(_ seed: Int) throws {
      let stream = try AudioConverterDecodingTests.stream("AAC")
      let output = AudioStreamBasicDescription.int16(rate: stream.rate)
      var noise = UInt64(seed)
      // The descriptor of a valid cookie, damaged.
      var cookie: [UInt8] = [
        3, 0x80, 0x80, 0x80, 34, 0, 1, 0, 4, 0x80, 0x80, 0x80, 20, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 5, 0x80, 0x80, 0x80, 2, 0x12, 0x10, 6, 0x80, 0x80, 0x80, 1, 2,
      ]
      for _ in 0..<1 + seed % 4 {
        cookie[Int(Self.next(&noise)) % cookie.count] = Self.next(&noise)
      }
      if seed % 3 == 0 { cookie.removeLast(Int(Self.next(&noise)) % cookie.count) }
      let converter = try TestConverter(stream.format, output)
      let status = AudioConverterSetProperty(
        converter.reference, kAudioConverterDecompressionMagicCookie, UInt32(cookie.count), cookie)
      #expect([noErr, kAudioConverterErr_UnspecifiedError].contains(status))
      // In either case, the stream reaches its end. The first fills may report an error.
      let client = ConverterClient(stream.format, stream.packets)
      var calls = 0
      while calls < 200 {
        let result = client.fill(converter.reference, output, frames: 1024)
        if result.status == noErr, result.frameCount == 0 { break }
        calls += 1
      }
      #expect(calls < 200)
    }
  }
#endif

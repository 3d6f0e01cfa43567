import AudioToolbox
import Testing

struct AudioConverterPropertyTests {
  /// The bytes of a property.
  static func get(
    _ converter: TestConverter, _ property: AudioConverterPropertyID, _ question: [UInt8] = []
  ) -> (status: OSStatus, bytes: [UInt8]) {
    var size: UInt32 = 0
    let info = AudioConverterGetPropertyInfo(converter.reference, property, &size, nil)
    if info != noErr { return (info, []) }
    var bytes = question + [UInt8](repeating: 0, count: Int(size) - question.count)
    let status = AudioConverterGetProperty(converter.reference, property, &size, &bytes)
    return (status, Array(bytes.prefix(Int(size))))
  }

  static func number(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  #if LibAV
    @Test("the list of formats is truncated to the given size, the best first")
    func formatList() throws {
      let format = AudioStreamBasicDescription.compressed(
        kAudioFormatMPEG4AAC, rate: 22050, channels: 1, framesPerPacket: 0)
      let converter = try TestConverter(
        format, .float32(rate: 22050, channels: 1), cookie: AudioFormatTests.highEfficiency)
      let property = kAudioConverterPropertyFormatList
      let stride = UInt32(MemoryLayout<AudioFormatListItem>.stride)
      var size: UInt32 = 0
      #expect(AudioConverterGetPropertyInfo(converter.reference, property, &size, nil) == noErr)
      #expect(size == 3 * stride)
      let all = [
        kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC,
      ]
      for count in 1...4 {
        var items = [AudioFormatListItem](repeating: AudioFormatListItem(), count: count)
        var size = UInt32(count) * stride
        #expect(AudioConverterGetProperty(converter.reference, property, &size, &items) == noErr)
        #expect(size == UInt32(min(count, 3)) * stride)
        #expect(items.prefix(3).map(\.mASBD.mFormatID) == Array(all.prefix(count)))
      }
      var item = AudioFormatListItem()
      size = stride - 1
      #expect(
        AudioConverterGetProperty(converter.reference, property, &size, &item)
          == kAudioConverterErr_BadPropertySizeError)
    }
  #endif

  @Test("formats are returned with all fields")
  func formats() throws {
    let partial = AudioStreamBasicDescription.compressed(
      kAudioFormatULaw, rate: 8000, channels: 2, framesPerPacket: 0)
    let converter = try TestConverter(partial, .int16(rate: 0))
    var format = AudioStreamBasicDescription()
    var size: UInt32 = 40
    #expect(
      AudioConverterGetProperty(
        converter.reference, kAudioConverterCurrentInputStreamDescription, &size, &format) == noErr)
    #expect(format.mBytesPerPacket == 2 && format.mFramesPerPacket == 1)
    #expect(
      AudioConverterGetProperty(
        converter.reference, kAudioConverterCurrentOutputStreamDescription, &size, &format)
        == noErr)
    #expect(format.mSampleRate == 8000 && format.mBytesPerPacket == 4)
    size = 39
    #expect(
      AudioConverterGetProperty(
        converter.reference, kAudioConverterCurrentInputStreamDescription, &size, &format)
        == kAudioConverterErr_BadPropertySizeError)
  }

  struct Value: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var property: AudioConverterPropertyID
    var question: Int?
    var answer: Int
  }

  @Test(
    "buffer sizes from 16-bit stereo to Float32 stereo",
    arguments: [
      Value(
        testDescription: "mibs", property: kAudioConverterPropertyMinimumInputBufferSize, answer: 4),
      Value(
        testDescription: "mobs", property: kAudioConverterPropertyMinimumOutputBufferSize, answer: 8
      ),
      Value(
        testDescription: "xips", property: kAudioConverterPropertyMaximumInputPacketSize, answer: 4),
      Value(
        testDescription: "xops", property: kAudioConverterPropertyMaximumOutputPacketSize, answer: 8
      ),
      Value(
        testDescription: "cibs", property: kAudioConverterPropertyCalculateInputBufferSize,
        question: 801, answer: 404),
      Value(
        testDescription: "cobs", property: kAudioConverterPropertyCalculateOutputBufferSize,
        question: 400, answer: 800),
      Value(
        testDescription: "crfi", property: kAudioConverterPropertyCanResumeFromInterruption,
        answer: 1),
    ])
  func sizes(_ value: Value) throws {
    let converter = try TestConverter(.int16(), .float32())
    let result = Self.get(converter, value.property, value.question.map(Self.number) ?? [])
    #expect(result.status == noErr)
    #expect(result.bytes == Self.number(value.answer))
    // These properties are read-only.
    var isWritable: DarwinBoolean = true
    AudioConverterGetPropertyInfo(converter.reference, value.property, nil, &isWritable)
    #expect(isWritable == false)
    #expect(
      AudioConverterSetProperty(converter.reference, value.property, 4, Self.number(1))
        == kAudioConverterErr_OperationNotSupported)
  }

  @Test("the channel map is checked")
  func channelMap() throws {
    let converter = try TestConverter(.int16(channels: 2), .int16(channels: 3))
    let property = kAudioConverterChannelMap
    #expect(Self.get(converter, property).bytes == [0, 1, -1].flatMap(Self.number))
    func set(_ map: [Int], size: Int? = nil) -> OSStatus {
      let bytes = map.flatMap(Self.number)
      return AudioConverterSetProperty(
        converter.reference, property, UInt32(size ?? bytes.count), bytes)
    }
    #expect(set([0, 1]) == kAudioConverterErr_BadPropertySizeError)
    #expect(set([0, 1, 1], size: 11) == kAudioConverterErr_BadPropertySizeError)
    #expect(set([0, 1, 2]) == kAudio_ParamError)
    #expect(set([0, 1, -2]) == kAudio_ParamError)
    #expect(Self.get(converter, property).bytes == [0, 1, -1].flatMap(Self.number))
    #expect(set([1, 1, 0]) == noErr)
    #expect(Self.get(converter, property).bytes == [1, 1, 0].flatMap(Self.number))
  }

  @Test("an unknown property returns 'prop'")
  func unknown() throws {
    let converter = try TestConverter(.int16(), .float32())
    for property in [0x3F3F_3F3F, kAudioConverterDecompressionMagicCookie] {
      #expect(Self.get(converter, property).status == kAudioConverterErr_PropertyNotSupported)
      #expect(
        AudioConverterSetProperty(converter.reference, property, 4, Self.number(1))
          == kAudioConverterErr_PropertyNotSupported)
    }
  }

  static let impossible: [(AudioStreamBasicDescription, AudioStreamBasicDescription)] = [
    (.int16(rate: 10), .int16(rate: 48000)),
    (.int16(), .compressed(kAudioFormatAMR, rate: 8000, channels: 1, framesPerPacket: 160)),
    (.compressed(0x3F3F_3F3F, rate: 8000, channels: 2, framesPerPacket: 1), .int16()),
    (AudioStreamBasicDescription(), .int16()),
    (.int16(), AudioStreamBasicDescription()),
    (.int16(rate: .nan), .int16(rate: .nan)),
    (.int16(rate: -1), .int16(rate: -1)),
    (.pcm(33, kAudioFormatFlagIsSignedInteger, bytesPerSample: 4), .int16()),
    (
      .pcm(20, kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, bytesPerSample: 3),
      .int16()
    ),
    (.pcm(16, kAudioFormatFlagIsFloat), .int16()),
    (.int16(channels: 257), .int16()),
  ]

  @Test("an impossible pair of formats returns 'fmt?'", arguments: impossible.indices)
  func impossiblePair(_ index: Int) {
    var (source, destination) = Self.impossible[index]
    var made: AudioConverterRef?
    #expect(
      AudioConverterNew(&source, &destination, &made) == kAudioConverterErr_FormatNotSupported)
    #expect(made == nil)
  }

  #if LibAV
    @Test("a valid magic cookie is kept, and an invalid one is refused")
    func magicCookie() throws {
      let converter = try TestConverter(.stereoAAC, .int16(rate: 44100))
      let property = kAudioConverterDecompressionMagicCookie
      #expect(Self.get(converter, property).bytes.isEmpty)
      #expect(
        AudioConverterSetProperty(converter.reference, property, 2, [0x12, 0x10] as [UInt8])
          == noErr)
      #expect(Self.get(converter, property).bytes == [0x12, 0x10])
      #expect(
        AudioConverterSetProperty(converter.reference, property, 1, [0xFF] as [UInt8])
          == kAudioConverterErr_UnspecifiedError)
      #expect(Self.get(converter, property).bytes == [0x12, 0x10])
    }

    @Test("only listed decoders are used")
    func specific() {
      var source = AudioStreamBasicDescription.stereoAAC
      var destination = AudioStreamBasicDescription.int16(rate: 44100)
      var made: AudioConverterRef?
      // 'adec', 'aac ', 'appl', then the same for MP3.
      var listed = AudioClassDescription(
        mType: 0x6164_6563, mSubType: kAudioFormatMPEG4AAC, mManufacturer: 0x6170_706C)
      #expect(AudioConverterNewSpecific(&source, &destination, 1, &listed, &made) == noErr)
      if let made { AudioConverterDispose(made) }
      listed.mSubType = kAudioFormatMPEGLayer3
      #expect(
        AudioConverterNewSpecific(&source, &destination, 1, &listed, &made)
          == kAudioConverterErr_FormatNotSupported)
      #expect(made == nil)
    }
  #endif
}

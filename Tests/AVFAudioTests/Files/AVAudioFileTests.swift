import AVFAudio
import Foundation
import Testing

@Suite struct AVAudioFileTests {
  static var settings: [(String, [String: Any])] {
    let format = [AVFormatIDKey: kAudioFormatLinearPCM]
    return [
      ("a.wav", [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true]),
      ("a.caf", [AVFormatIDKey: Int(kAudioFormatLinearPCM), AVLinearPCMBitDepthKey: 24]),
      ("a.aiff", format), ("a.aifc", format),
      ("a.aifc", [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true]),
      ("a.aifc", [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 24]),
    ]
  }

  @Test(arguments: settings.indices)
  func readsTheWrittenSamples(_ index: Int) throws {
    let folder = try Folder()
    let (name, choice) = Self.settings[index]
    var settings = choice
    settings[AVSampleRateKey] = 44100.0
    settings[AVNumberOfChannelsKey] = 2
    let url = folder.file(name)
    let output = try AVAudioFile(forWriting: url, settings: settings)
    #expect(output.processingFormat.isStandard && output.isOpen && output.length == 0)
    let buffer = try AVAudioPCMBuffer.tone(output.processingFormat, frames: 5000)
    try output.write(from: buffer)
    buffer.frameLength = 123
    try output.write(from: buffer)
    #expect(output.length == 5123 && output.framePosition == 5123)
    output.close()
    #expect(!output.isOpen)
    #expect(throws: (any Error).self) { try output.write(from: buffer) }

    let input = try AVAudioFile(forReading: url)
    #expect(input.url == url && input.length == 5123)
    #expect(input.fileFormat.sampleRate == 44100 && input.fileFormat.channelCount == 2)
    #expect(input.processingFormat.isStandard)
    let read = try #require(
      AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 4000))
    try input.read(into: read)
    #expect(read.frameLength == 4000 && input.framePosition == 4000)
    let tone = try AVAudioPCMBuffer.tone(output.processingFormat, frames: 5000)
    for channel in 0...1 {
      let isClose = zip(read.samples(channel), tone.samples(channel)).allSatisfy {
        abs($0 - $1) <= 1 / 32768
      }
      #expect(isClose)
    }
    try input.read(into: read, frameCount: 5)
    #expect(read.frameLength == 5 && input.framePosition == 4005)
    try input.read(into: read)
    #expect(read.frameLength == 1118 && input.framePosition == input.length)
    let error = #expect(throws: NSError.self) { try input.read(into: read) }
    #expect(error?.code == Int(kAudioFileEndOfFileError) && read.frameLength == 0)
    input.framePosition = 4990
    try input.read(into: read, frameCount: 20)
    let expected = tone.samples().suffix(10) + tone.samples().prefix(10)
    let isClose = zip(read.samples(), expected).allSatisfy { abs($0 - $1) <= 1 / 32768 }
    #expect(isClose && read.frameLength == 20)
  }

  @Test func readsTheRequestedFrames() throws {
    let folder = try Folder()
    let url = folder.file("a.wav")
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
    ]
    do {
      let output = try AVAudioFile(
        forWriting: url, settings: settings, commonFormat: .pcmFormatInt16, interleaved: true)
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: output.processingFormat, frameCapacity: 3))
      buffer.frameLength = 3
      for index in 0..<3 { buffer.int16ChannelData?[0][index] = Int16(index * 1000) }
      try output.write(from: buffer)
      // The file is complete after its object is gone.
    }
    let input = try AVAudioFile(
      forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
    #expect(input.processingFormat.commonFormat == .pcmFormatInt16)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 10))
    try input.read(into: buffer)
    #expect((0..<3).map { buffer.int16ChannelData?[0][$0] } == [0, 1000, 2000])
    let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    let wrong = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 10))
    #expect(throws: (any Error).self) { try input.read(into: wrong) }
  }

  /// Files whose six channels have the order of the codec, or of WAVE.
  static let surround: [(String, AudioFormatID, AudioChannelLayoutTag)] = [
    ("a.m4a", kAudioFormatAppleLossless, kAudioChannelLayoutTag_MPEG_5_1_A),
    ("a.caf", kAudioFormatAppleLossless, kAudioChannelLayoutTag_MPEG_5_1_B),
    ("a.wav", kAudioFormatLinearPCM, kAudioChannelLayoutTag_MPEG_5_1_D),
    ("a.caf", kAudioFormatLinearPCM, kAudioChannelLayoutTag_MPEG_5_1_D),
  ]

  /// The labels of a layout of 5.1 channels, in their order.
  private func labels(_ layout: AVAudioChannelLayout?) throws -> [AudioChannelLabel] {
    let (l, r, c, lfe, ls, rs) = (
      kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_Center,
      kAudioChannelLabel_LFEScreen, kAudioChannelLabel_LeftSurround,
      kAudioChannelLabel_RightSurround
    )
    let orders = [
      kAudioChannelLayoutTag_MPEG_5_1_A: [l, r, c, lfe, ls, rs],
      kAudioChannelLayoutTag_MPEG_5_1_B: [l, r, ls, rs, c, lfe],
      kAudioChannelLayoutTag_MPEG_5_1_D: [c, l, r, ls, rs, lfe],
    ]
    let reported = try #require(layout)
    if reported.layoutTag == kAudioChannelLayoutTag_UseChannelBitmap {
      return reported.layout.pointee.mChannelBitmap.rawValue == 0x3F ? [l, r, c, lfe, ls, rs] : []
    }
    return try #require(orders[reported.layoutTag])
  }

  @Test(arguments: surround.indices)
  func eachChannelGoesToTheSameSpeaker(_ index: Int) throws {
    let folder = try Folder()
    let (name, format, tag) = Self.surround[index]
    let url = folder.file(name)
    let layout = try #require(AVAudioChannelLayout(layoutTag: tag))
    let samples = AVAudioFormat(
      commonFormat: .pcmFormatFloat32, sampleRate: 48_000, interleaved: false,
      channelLayout: layout)
    // The settings of the samples suffice if the file contains the same samples.
    var settings = samples.settings
    if format != kAudioFormatLinearPCM {
      settings = [
        AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 6,
        AVChannelLayoutKey: try #require(settings[AVChannelLayoutKey]),
      ]
    }
    let output = try AVAudioFile(forWriting: url, settings: settings)
    #expect(output.processingFormat.channelLayout?.layoutTag == tag)
    let buffer = try #require(
      AVAudioPCMBuffer(pcmFormat: output.processingFormat, frameCapacity: 100))
    buffer.frameLength = 100
    for (channel, label) in try labels(layout).enumerated() {
      for frame in 0..<100 { buffer.floatChannelData?[channel][frame] = Float(label) / 16 }
    }
    try output.write(from: buffer)
    let reported = try labels(output.fileFormat.channelLayout)
    output.close()

    let input = try AVAudioFile(forReading: url)
    let read = try #require(
      AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 100))
    try input.read(into: read)
    let places = try labels(input.fileFormat.channelLayout)
    #expect(places == reported)
    for (channel, label) in places.enumerated() {
      #expect(read.samples(channel).first == Float(label) / 16, "channel \(channel)")
    }
  }

  @Test(
    "encoder settings may be numbers of any type",
    arguments: [
      24, CGFloat(24), Double(24), Float(24), UInt8(24), NSNumber(value: 24),
    ] as [any Sendable])
  func numbersOfAnyType(depth: any Sendable) throws {
    let folder = try Folder()
    let output = try AVAudioFile(
      forWriting: folder.file("none"),
      settings: [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        AVEncoderBitDepthHintKey: depth, AVAudioFileTypeKey: Int(kAudioFileCAFType),
      ])
    try output.write(from: .tone(output.processingFormat, frames: 5000))
    output.close()
    let input = try AVAudioFile(forReading: folder.file("none"))
    #expect(
      input.fileFormat.streamDescription.pointee.mFormatFlags
        == kAppleLosslessFormatFlag_24BitSourceData)
  }

  @Test("every extension of a writable type selects that type")
  func extensions() throws {
    var types = [AudioFileTypeID](repeating: 0, count: 100)
    var size = UInt32(400)
    #expect(
      AudioFileGetGlobalInfo(kAudioFileGlobalInfo_WritableTypes, 0, nil, &size, &types) == noErr)
    // No type can hold this format, so the test writes no file.
    let settings: [String: Any] = [
      AVFormatIDKey: 0x3F3F_3F3F, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
    ]
    let folder = try Folder()
    for var type in types.prefix(Int(size) / 4) {
      var names: Unmanaged<NSArray>?
      var size = UInt32(MemoryLayout.size(ofValue: names))
      let status = AudioFileGetGlobalInfo(
        kAudioFileGlobalInfo_ExtensionsForType, 4, &type, &size, &names)
      let extensions = names?.takeRetainedValue() as? [String]
      #expect(status == noErr && extensions?.isEmpty == false)
      for name in extensions ?? [] {
        let error = #expect(throws: NSError.self) {
          try AVAudioFile(forWriting: folder.file("a.\(name.uppercased())"), settings: settings)
        }
        #expect(error?.code != Int(kAudioFileUnsupportedFileTypeError), "\(name)")
      }
    }
  }

  @Test(
    "file name extensions select the file type",
    arguments: [
      ("bwf", "RIFF", kAudioFormatLinearPCM), ("W64", "riff", kAudioFormatLinearPCM),
      ("aiff", "FORM", kAudioFormatLinearPCM), ("m4r", "\0\0\0", kAudioFormatAppleLossless),
      ("alac", "\0\0\0", kAudioFormatAppleLossless),
    ] as [(String, String, AudioFormatID)])
  func typesOfExtensions(name: String, start: String, format: AudioFormatID) throws {
    let folder = try Folder()
    let output = try AVAudioFile(
      forWriting: folder.file("a.\(name)"),
      settings: [AVFormatIDKey: format, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1])
    try output.write(from: .tone(output.processingFormat, frames: 5000))
    output.close()
    #expect(try Data(contentsOf: output.url).starts(with: Data(start.utf8)))
  }

  @Test(
    "refused settings leave an existing file unchanged, and create none",
    arguments: [
      ("a.m4a", [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 1]),
      ("a.aiff", [AVFormatIDKey: kAudioFormatULaw]),
      ("a.wav", [AVFormatIDKey: kAudioFormatAppleLossless]),
    ] as [(String, [String: any Sendable])])
  func refusedSettings(name: String, settings: [String: any Sendable]) throws {
    let folder = try Folder()
    let url = folder.file(name)
    var settings = settings
    settings[AVSampleRateKey] = 44_100
    settings[AVNumberOfChannelsKey] = 2
    #expect(throws: NSError.self) { try AVAudioFile(forWriting: url, settings: settings) }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    let kept = Data("kept".utf8)
    try kept.write(to: url)
    #expect(throws: NSError.self) { try AVAudioFile(forWriting: url, settings: settings) }
    #expect(throws: NSError.self) {
      try AVAudioFile(
        forWriting: url, settings: settings, commonFormat: .otherFormat, interleaved: true)
    }
    #expect(try Data(contentsOf: url) == kept)
  }

  @Test func requestedBitDepthsAreInTheHeader() throws {
    let folder = try Folder()
    let file = folder.file("a.caf")
    let output = try AVAudioFile(
      forWriting: file,
      settings: [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        AVEncoderBitDepthHintKey: 24,
      ])
    try output.write(from: .tone(output.processingFormat, frames: 5000))
    output.close()
    // After the headers of the file and of the description: rate, format, flags.
    let bytes = try Array(Data(contentsOf: file)[32..<36])
    #expect(bytes == [0, 0, 0, UInt8(kAppleLosslessFormatFlag_24BitSourceData)])
    let input = try AVAudioFile(forReading: file)
    #expect(
      input.fileFormat.streamDescription.pointee.mFormatFlags
        == kAppleLosslessFormatFlag_24BitSourceData)
  }

  @Test func missingFilesAndFilesWithoutAudioThrow() throws {
    let folder = try Folder()
    let missing = #expect(throws: NSError.self) {
      try AVAudioFile(forReading: folder.file("none.wav"))
    }
    #expect(missing?.code == Int(kAudioFileFileNotFoundError))
    #expect(missing?.domain == "com.apple.coreaudio.avfaudio")
    try Data("no audio at all".utf8).write(to: folder.file("text.wav"))
    #expect(throws: NSError.self) { try AVAudioFile(forReading: folder.file("text.wav")) }
    #expect(throws: NSError.self) {
      try AVAudioFile(
        forWriting: folder.file("a.unknown"),
        settings: [
          AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1,
        ])
    }
    #expect(throws: NSError.self) {
      try AVAudioFile(forWriting: folder.file("a.wav"), settings: [:])
    }
  }
}

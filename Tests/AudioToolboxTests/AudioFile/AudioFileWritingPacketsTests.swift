import AudioToolbox
import TestSupport
import Testing

/// Packets of varying sizes.
@Suite struct AudioFileWritingPacketsTests {
  static let recipes = Recipe.varying

  @Test(arguments: recipes) func writtenPacketsAreReadBack(recipe: Recipe) throws {
    for flags: AudioFileFlags in [[], .dontPageAlignAudioData] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format, flags).file)
      recipe.setCookie(of: file)
      recipe.write(to: file, batch: 37)
      #expect(recipe.read(file) == recipe.packets)
      #expect(AudioFileClose(file) == noErr)
      let source = CallbackFile(sink.bytes)
      let read = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
      #expect(readAllPackets(read, constant: 0) == recipe.packets)
      #expect(try property(read, kAudioFilePropertyFileFormat, AudioFileTypeID(0)) == recipe.type)
      let format = try property(
        read, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
      #expect(format == recipe.format)
      let seconds = try property(read, kAudioFilePropertyEstimatedDuration, Float64(0))
      let frames = recipe.packetCount * Int(recipe.format.mFramesPerPacket)
      #expect(abs(seconds - Float64(frames) / recipe.format.mSampleRate) < 1e-6)
    }
  }

  @Test(arguments: recipes) func filesOfAStoppedWriterCanBeRead(recipe: Recipe) throws {
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    recipe.setCookie(of: file)
    for index in recipe.packets.indices {
      recipe.write(to: file, from: index, count: 1)
      guard index % 23 == 0 || index == recipe.packetCount - 1 else { continue }
      let source = CallbackFile(sink.bytes)
      let stopped = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(stopped) } }
      // Recognizing frame streams takes more than one frame.
      if index > 3 { #expect(recipe.read(stopped) == Array(recipe.packets.prefix(index + 1))) }
    }
  }

  @Test(arguments: recipes) func aFullDiskIsReportedAndTheFileOpens(recipe: Recipe) throws {
    for extra in [0, 1, 5000, 50_000, 100_000] {
      let sink = CallbackSink()
      let file = try #require(sink.create(recipe.type, recipe.format).file)
      recipe.setCookie(of: file)
      recipe.write(to: file, count: 100)
      sink.room = sink.bytes.count + extra
      var written = 100
      var status = noErr
      while status == noErr, written < recipe.packetCount {
        let result = Recipe.write(
          [recipe.packets[written]], of: recipe.format, to: file, at: written)
        status = result.0
        written += result.1
      }
      #expect(status == (written < recipe.packetCount ? CallbackSink.full : noErr))
      let closing = AudioFileClose(file)
      #expect(closing == noErr || closing == CallbackSink.full)
      let source = CallbackFile(sink.bytes)
      let read = try #require(source.open().1)
      defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
      #expect(readAllPackets(read, constant: 0) == Array(recipe.packets.prefix(written)))
    }
  }

  @Test(arguments: recipes) func packetsMustBeInOrderAndHaveDescriptions(recipe: Recipe) throws {
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    recipe.setCookie(of: file)
    recipe.write(to: file, count: 50)
    for start in [0, 49, 51] {
      let result = Recipe.write(
        [recipe.packets[50]], of: recipe.format, to: file, at: start)
      #expect(result == (kAudioFileInvalidPacketOffsetError, 0))
    }
    var count: UInt32 = 1
    let bytes = recipe.packets[50]
    #expect(
      AudioFileWritePackets(file, false, UInt32(bytes.count), nil, 50, &count, bytes)
        == kAudio_ParamError)
    var beyond = AudioStreamPacketDescription(
      mStartOffset: 1, mVariableFramesInPacket: 0, mDataByteSize: UInt32(bytes.count))
    count = 1
    #expect(
      AudioFileWritePackets(file, false, UInt32(bytes.count), &beyond, 50, &count, bytes)
        == kAudio_ParamError)
    #expect(count == 0)
    #expect(
      AudioFileWriteBytes(file, false, 0, &count, bytes) == kAudioFileOperationNotSupportedError)
    #expect(recipe.read(file) == Array(recipe.packets.prefix(50)))
  }

  @Test func dependentPacketsAreRefused() throws {
    let recipe = try #require(Self.recipes.first { $0.format.mBytesPerPacket == 0 })
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    defer { _ = withExtendedLifetime(sink) { AudioFileClose(file) } }
    recipe.setCookie(of: file)
    let bytes = recipe.packets[0]
    let description = AudioStreamPacketDescription(
      mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(bytes.count))
    let error = kAudioFileInvalidPacketDependencyError
    for (independent, preroll, status) in [(0, 0, error), (1, 2, error), (1, 0, noErr)] {
      let dependency = AudioStreamPacketDependencyDescription(
        mIsIndependentlyDecodable: UInt32(independent), mPreRollCount: UInt32(preroll), mFlags: 0,
        mReserved: 0)
      var count: UInt32 = 1
      let result = AudioFileWritePacketsWithDependencies(
        file, false, UInt32(bytes.count), [description], [dependency], 0, &count, bytes)
      #expect(result == status)
      #expect(count == (status == noErr ? 1 : 0))
    }
    #expect(recipe.read(file) == Array(recipe.packets.prefix(1)))
  }

  @Test(arguments: recipes) func primingAndRemainderAreReadBack(recipe: Recipe) throws {
    let frames = Int64(recipe.packetCount) * Int64(recipe.format.mFramesPerPacket)
    let sink = CallbackSink()
    let file = try #require(sink.create(recipe.type, recipe.format).file)
    recipe.setCookie(of: file)
    recipe.write(to: file)
    var wrong = AudioFilePacketTableInfo(
      mNumberValidFrames: frames, mPrimingFrames: 1105, mRemainderFrames: 500)
    let size = UInt32(MemoryLayout.size(ofValue: wrong))
    #expect(
      AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &wrong)
        == kAudio_ParamError)
    var table = wrong
    table.mNumberValidFrames = frames - 1605
    let status = AudioFileSetProperty(file, kAudioFilePropertyPacketTableInfo, size, &table)
    let isStored = ![kAudioFileAMRType, kAudioFileAAC_ADTSType, kAudioFileAC3Type]
      .contains(recipe.type)
    #expect(status == (isStored ? noErr : kAudioFileUnsupportedPropertyError))
    #expect(AudioFileClose(file) == noErr)
    guard isStored else { return }
    let source = CallbackFile(sink.bytes)
    let read = try #require(source.open().1)
    defer { _ = withExtendedLifetime(source) { AudioFileClose(read) } }
    let found = try property(
      read, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    #expect(found.mPrimingFrames == table.mPrimingFrames)
    #expect(found.mRemainderFrames == table.mRemainderFrames)
    #expect(found.mNumberValidFrames == table.mNumberValidFrames)
  }

  @Test(arguments: [kAudioFileCAFType, kAudioFileM4AType, kAudioFileWAVEType, kAudioFileAIFFType])
  func optimizingKeepsThePackets(type: AudioFileTypeID) throws {
    let recipe = try #require((Recipe.constant + Recipe.varying).first { $0.type == type })
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a")
    var file: AudioFileID?
    var format = recipe.format
    try #require(AudioFileCreateWithURL(url as CFURL, type, &format, [], &file) == noErr)
    let open = try #require(file)
    recipe.write(to: open, count: 200)
    #expect(setInformation(["title": "A title"], of: open) == noErr)
    #expect(AudioFileOptimize(open) == noErr)
    #expect(recipe.read(open) == Array(recipe.packets.prefix(200)))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names == ["a"])
    // The stream reports all properties before the first packet, because they precede the audio.
    let bytes = try Tool.read(url)
    let facts = StreamFacts(bytes)
    #expect(facts.packetCount == 200)
    #expect(facts.status == noErr)
    // The file continues.
    recipe.write(to: open, from: 200)
    #expect(AudioFileOptimize(open) == noErr)
    #expect(AudioFileClose(open) == noErr)
    var again: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &again) == noErr)
    let read = try #require(again)
    defer { AudioFileClose(read) }
    #expect(recipe.read(read) == recipe.packets)
    #expect(information(read)["title"] == "A title")
    let final = StreamFacts(try Tool.read(url))
    #expect(final.packetCount == recipe.packetCount)
    #expect(final.status == noErr)
  }
}

/// The stream's reports for bytes in order.
private final class StreamFacts {
  var packetCount = 0
  var status: OSStatus = 0

  init(_ bytes: [UInt8]) {
    var stream: AudioFileStreamID?
    AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(), { _, _, _, _ in },
      { client, _, count, _, _ in
        Unmanaged<StreamFacts>.fromOpaque(client).takeUnretainedValue().packetCount += Int(count)
      }, 0, &stream)
    guard let stream else { return }
    status = AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, [])
    AudioFileStreamClose(stream)
  }
}

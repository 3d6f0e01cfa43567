import AudioToolbox
import TestSupport
import Testing

/// Frames that a render thread passes to the thread that writes them.
struct ExtAudioFileAsyncTests {
  private static let stereo = AudioStreamBasicDescription.float32(rate: 8000, channels: 2)

  /// A sweep of integers, which makes any shift visible.
  private static func frames(_ range: Range<Int>) -> [Float] {
    range.flatMap { (frame: Int) -> [Float] in
      let (left, right) = (Float(frame % 20_000), Float(frame % 19_997))
      return [left / 32_768, -right / 32_768]
    }
  }

  private static func write(
    _ samples: [Float], to file: TestExtFile
  ) -> OSStatus {
    var samples = samples
    return samples.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
      return ExtAudioFileWriteAsync(file.reference, UInt32(bytes.count / 8), &list)
    }
  }

  @Test(
    "after the disposal, the file has all accepted frames",
    arguments: [true, false], [kAudioFileWAVEType, kAudioFileCAFType])
  func same(isPrepared: Bool, type: AudioFileTypeID) throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a")
    let file = try TestExtFile(
      creating: url, type, Self.stereo, client: Self.stereo)
    if isPrepared { #expect(ExtAudioFileWriteAsync(file.reference, 0, nil) == noErr) }
    var next = 0
    for length in [1, 512, 33, 0, 4096, 777, 512, 512] {
      #expect(Self.write(Self.frames(next..<next + length), to: file) == noErr)
      next += length
    }
    #expect(file.close() == noErr)
    let samples = try TestExtFile(url).readAll()
    let isSame = samples == Self.frames(0..<next)
    #expect(isSame, "\(samples.count / 2) of \(next) frames")
    _ = folder
  }

  @Test("frames beyond the ring's capacity are refused, and the file stays complete")
  func tooLarge() throws {
    let folder = try TestSupport.TemporaryFolder()
    let url = folder.url("a.wav")
    let file = try TestExtFile(
      creating: url, kAudioFileWAVEType, Self.stereo, client: Self.stereo)
    #expect(Self.write(Self.frames(0..<100), to: file) == noErr)
    #expect(
      Self.write(Self.frames(0..<100_000), to: file) == kExtAudioFileError_AsyncWriteTooLarge)
    #expect(file.close() == noErr)
    let samples = try TestExtFile(url).readAll()
    #expect(samples == Self.frames(0..<100))
    _ = folder
  }

  @Test("asynchronous writes exclude other writes and format changes")
  func notMixed() throws {
    let folder = try TestSupport.TemporaryFolder()
    let file = try TestExtFile(
      creating: folder.url("a.wav"), kAudioFileWAVEType, Self.stereo, client: Self.stereo)
    #expect(ExtAudioFileWriteAsync(file.reference, 0, nil) == noErr)
    #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidOperationOrder)) {
      try file.write([UInt8](repeating: 0, count: 8))
    }
    #expect(throws: ConverterFailure(status: kExtAudioFileError_InvalidOperationOrder)) {
      try file.set(kExtAudioFileProperty_ClientDataFormat, Self.stereo)
    }
    #expect(ExtAudioFileWriteAsync(file.reference, 10, nil) == kAudio_ParamError)
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 80, mData: nil))
    #expect(ExtAudioFileWriteAsync(file.reference, 10, &list) == kAudio_ParamError)
    list.mNumberBuffers = 0
    #expect(ExtAudioFileWriteAsync(file.reference, 10, &list) == kAudio_ParamError)
    #expect(file.close() == noErr)
    _ = folder
  }

  @Test("a file opened for reading refuses frames")
  func reading() throws {
    let (url, folder) = try ExtAudioFileReadingTests.make(ExtAudioFileReadingTests.plain[0])
    let file = try TestExtFile(url)
    #expect(
      ExtAudioFileWriteAsync(file.reference, 0, nil)
        == kExtAudioFileError_InvalidOperationOrder)
    _ = folder
  }

  @Test("a disk failure is reported by later calls and by the disposal")
  func failing() throws {
    let sink = CallbackSink()
    sink.room = 20_000
    let under = try #require(sink.create(kAudioFileCAFType, Self.stereo).file)
    var wrapped: ExtAudioFileRef?
    #expect(ExtAudioFileWrapAudioFileID(under, true, &wrapped) == noErr)
    let file = try #require(wrapped)
    #expect(ExtAudioFileWriteAsync(file, 0, nil) == noErr)
    var samples = Self.frames(0..<4096)
    let isReported = waitUntil {
      let status = samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        return ExtAudioFileWriteAsync(file, 4096, &list)
      }
      return status == CallbackSink.full
    }
    #expect(isReported)
    #expect(ExtAudioFileDispose(file) == CallbackSink.full)
    AudioFileClose(under)
  }
}

import AudioContainers
import AudioDevices
import AudioFiles
import AudioModel
import AudioPlayback
import AudioTransport
import Foundation
import Synchronization
import TestSupport
import Testing

/// A recording to a file from a scripted device.
@Suite struct FileRecordingTests {
  /// The endings that a recording reports.
  private final class Listener: FileRecordingObserver {
    private let observed = Mutex<[FileRecordingFailure?]>([])
    var ends: [FileRecordingFailure?] { observed.withLock { $0 } }
    func fileRecordingEnded(_ failure: FileRecordingFailure?) {
      observed.withLock { $0.append(failure) }
    }
  }

  private let folder: TemporaryFolder
  private let devices = ScriptedDevices(sampleRate: nil)
  private let listener = Listener()
  private let recording: FileRecording

  init() throws {
    folder = try TemporaryFolder()
    recording = try FileRecording(
      Self.writer(folder.url("a.wav")), choice: InputChoice([RecordingTest.kind])
    ) { [devices] kind, _, _ in
      devices.make(kind)
    }
    recording.setObserver(listener)
  }

  /// A writer of Float32 at 1000 Hz to a WAVE file whose header is always complete.
  private static func writer(_ url: URL) throws -> sending FrameFileWriter {
    let content = ContainerContent(
      fileType: FourCC("W", "A", "V", "E"), format: RecordingTest.format())
    let file = try PacketFileWriter(
      content, WriterTable.writer(of: content), to: FileByteSink(path: url.path, .new))
    file.defersSizeUpdates = false
    return try FrameFileWriter(file, from: content.format)
  }

  /// The frames in the file so far.
  private func written() throws -> [Float] {
    let source = try FileByteSource(path: folder.url("a.wav").path)
    let reader = try FrameFileReader(PacketFile(source, reader: DetectingReader()))
    let count = Int(try reader.frameCount())
    let room = ScratchOutput(reader.clientFormat, frameCount: count)
    #expect(try reader.read(count, into: room) == count)
    return LittleEndian.float(room.buffers[0])
  }

  @Test("every captured frame is in the file", arguments: [7, 50, 333])
  func everyFrame(step: Int) throws {
    #expect(recording.start())
    // Fewer frames than the buffers hold, because the device does not wait for the disk.
    for start in stride(from: 0, to: 900, by: step) {
      devices.give(marks(start..<min(start + step, 900)), at: start)
    }
    recording.finish()
    #expect(try written() == marks(0..<900))
    #expect(recording.failure == nil && listener.ends.isEmpty)
  }

  @Test("a recording that never starts gives an empty file")
  func neverStarted() throws {
    recording.finish()
    #expect(try written().isEmpty)
    #expect(recording.failure == nil && !recording.limit(to: 10))
  }

  @Test("a limit ends the recording and reports its end once", arguments: [1, 50, 120, 199])
  func limit(frameCount: Int) throws {
    #expect(recording.start(frameCount: frameCount))
    devices.give(marks(0..<200), at: 0)
    devices.give(marks(200..<400), at: 200)
    try waitUntil("the end is reported") { !listener.ends.isEmpty }
    #expect(recording.frameCount == frameCount)
    #expect(!recording.limit(to: 10))
    recording.finish()
    #expect(try written() == marks(0..<frameCount))
    #expect(listener.ends == [nil])
  }

  @Test("a new limit counts from the captured frames")
  func newLimit() throws {
    #expect(recording.start(frameCount: 1000))
    devices.give(marks(0..<100), at: 0)
    try waitUntil("the frames have arrived") { recording.frameCount == 100 }
    #expect(recording.limit(to: 30))
    devices.give(marks(100..<200), at: 100)
    try waitUntil("the end is reported") { !listener.ends.isEmpty }
    recording.finish()
    #expect(try written() == marks(0..<130))
  }

  @Test("after a pause the file has all captured frames, and the limit still applies")
  func pause() throws {
    #expect(recording.start(frameCount: 100))
    devices.give(marks(0..<30), at: 0)
    try waitUntil("the frames have arrived") { recording.frameCount == 30 }
    recording.pause()
    #expect(try written() == marks(0..<30))
    #expect(recording.start())
    devices.give(marks(30..<300), at: 5000)
    try waitUntil("the end is reported") { !listener.ends.isEmpty }
    recording.finish()
    #expect(try written() == marks(0..<100))
  }

  @Test("a full disk ends the recording after the frames before it")
  func fullDisk() throws {
    #expect(recording.start())
    devices.give(marks(0..<100), at: 0)
    recording.pause()
    try BrokenFile.strike(folder.url("a.wav"), .isFull)
    #expect(recording.start())
    devices.give(marks(100..<200), at: 100)
    try waitUntil("the end is reported") { !listener.ends.isEmpty }
    let error = TransportError(.system(ENOSPC))
    let failure = FileRecordingFailure.writing(.writing(.transport(error)))
    #expect(listener.ends == [failure])
    recording.finish()
    #expect(recording.failure == failure)
    #expect(try written() == marks(0..<100))
  }

  @Test("a recording does not start if its device cannot be opened")
  func noDevice() throws {
    let recording = try FileRecording(
      Self.writer(folder.url("b.wav")), choice: InputChoice([.file(path: "/nonexistent")]))
    #expect(!recording.start())
    recording.finish()
    #expect(recording.failure == nil)
  }
}

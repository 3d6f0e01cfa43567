import AVFAudio
import Foundation
import TestSupport
import Testing

/// Recordings that cannot be written, or only in part.
@Suite struct AVAudioRecorderFailureTests {
  private let folder: RecorderFolder
  private let listener = RecorderListener()

  init() throws { folder = try RecorderFolder(frames: 400_000) }

  private func recorder(_ name: String, _ format: AudioFormatID) throws -> AVAudioRecorder {
    let settings: [String: Any] = [AVNumberOfChannelsKey: 1, AVFormatIDKey: format]
    let recorder = try AVAudioRecorder(url: folder.url(name), settings: settings)
    recorder.delegate = listener
    return recorder
  }

  /// Whether more than a number of frames is readable; some bytes may only be reserved.
  private func isReadable(_ name: String, _ frameCount: Int) -> Bool {
    (try? folder.recorded(name).count) ?? 0 > frameCount
  }

  /// The status in Apple's `MacErrors.h` for a full disk.
  private static let diskFull = -34

  @Test(arguments: [
    ("a.wav", kAudioFormatLinearPCM), ("a.caf", kAudioFormatLinearPCM),
    ("a.aiff", kAudioFormatLinearPCM), ("a.caf", kAudioFormatAppleLossless),
    ("a.m4a", kAudioFormatAppleLossless),
  ])
  func aFullDiskEndsTheRecording(name: String, format: AudioFormatID) throws {
    let recorder = try recorder(name, format)
    #expect(folder.recording { recorder.record() })
    #expect(waitUntil { isReadable(name, 8000) })
    try BrokenFile.strike(recorder.url, .isFull)
    listener.waitForEnd()
    #expect(listener.finished == [false])
    #expect(listener.errors.map(\.code) == [Self.diskFull])
    #expect(listener.errors.allSatisfy { $0.domain == NSOSStatusErrorDomain })
    #expect(!recorder.isRecording && recorder.currentTime == 0)
    // The part that fitted is readable.
    let samples = try folder.recorded(name)
    #expect(samples.count > 1000)
    #expect(zip(samples, RecorderFolder.samples(400_000)).allSatisfy { $0 == $1 })
    #expect(folder.recording { recorder.record(forDuration: 0.25) })
    listener.waitForEnd(2)
    #expect(listener.finished == [false, true] && listener.errors.count == 1)
    #expect(try folder.recorded(name) == RecorderFolder.samples(11_025))
  }

  @Test func aFailedWriteAtTheEndIsReported() throws {
    let recorder = try recorder("a.m4a", kAudioFormatAppleLossless)
    #expect(folder.recording { recorder.record() })
    #expect(waitUntil { isReadable("a.m4a", 5000) })
    recorder.pause()
    // The last packet is not full yet.
    try BrokenFile.strike(recorder.url, .isFull)
    recorder.stop()
    listener.waitForEnd()
    #expect(listener.finished == [false])
    #expect(listener.errors.map(\.code) == [Self.diskFull])
  }
}

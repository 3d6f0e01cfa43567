import AudioDevices
import Foundation
import TestSupport

@testable import AudioToolbox

/// A system sound made from samples, in a file that lives as long as this object.
final class TestSound: Sendable {
  let id: SystemSoundID

  /// Makes a one-channel sound.
  init(_ device: DeviceKind, _ samples: [Float], sampleRate: Double = 44100) throws {
    var id: SystemSoundID = 0
    let status = try Self.create(device, samples, sampleRate, &id)
    guard status == 0 else { throw TestFailure(description: "status \(status)") }
    self.id = id
  }

  /// The status of creating a sound.
  static func status(of samples: [Float], sampleRate: Double) -> OSStatus? {
    var id: SystemSoundID = 0
    return try? create(.null, samples, sampleRate, &id)
  }

  private static func create(
    _ device: DeviceKind, _ samples: [Float], _ sampleRate: Double, _ id: inout SystemSoundID
  ) throws -> OSStatus {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("sound.wav")
    var format = TestQueue.format()
    format.mSampleRate = sampleRate
    var file: AudioFileID?
    AudioFileCreateWithURL(url as NSURL, kAudioFileWAVEType, &format, [], &file)
    guard let file else { throw TestFailure(description: "no file") }
    var size = UInt32(samples.count * 4)
    AudioFileWriteBytes(file, false, 0, &size, samples)
    AudioFileClose(file)
    return AudioQueueDevices.$choice.withValue(DeviceChoice([device])) {
      AudioServicesCreateSystemSoundID(url as NSURL, &id)
    }
  }

  /// Adds a completion that calls a closure, which is never freed.
  func addCompletion(_ runLoop: CFRunLoop?, _ body: @escaping () -> Void) -> OSStatus {
    AudioServicesAddSystemSoundCompletion(
      id, runLoop, nil,
      { _, data in
        guard let data else { return }
        Unmanaged<Body>.fromOpaque(data).takeUnretainedValue().body()
      }, Unmanaged.passRetained(Body(body)).toOpaque())
  }

  private final class Body {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

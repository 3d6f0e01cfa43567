import AudioDevices
import AudioModel
import AudioRealtime
import Foundation
import TestSupport
import Testing

@testable import AudioPlayback

@Suite struct FeederOutputTests {
  @Test("the end of a file is looked for soon, however long its frames last")
  func looksSoonAtTheEndOfAFile() throws {
    let folder = try TemporaryFolder()
    let format = StreamFormat(
      sampleRate: 8000, formatID: .linearPCM, formatFlags: StreamFormat.PCMFlags.float.rawValue,
      bytesPerPacket: 4, framesPerPacket: 1, bytesPerFrame: 4, channelCount: 1, bitsPerChannel: 32)
    let path = folder.url("a.wav").path
    let engine = PlaybackEngine(format: format, choice: DeviceChoice([.offline(path: path)]))
    let output = FeederOutput(engine)
    output.begin(format: DeviceFormat(sampleRate: 8000, channelCount: 1), .long)
    try output.open(at: nil)
    output.pause()
    let silence = [Float](repeating: 0, count: 4000)
    // More than the device may take before it has stopped.
    while output.unreadFrames < 4000, output.write(silence.span) > 0 {}
    let look = output.nextLookAtEnd
    #expect(look <= MonotonicClock.nanoseconds + 5_000_000)
    output.close()
    engine.shutDown()
  }
}

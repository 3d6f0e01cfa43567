// Only the imports of a program for Apple's systems.
import AVFAudio
import Testing

/// Objective-C functions never warn of an unused result.
///
/// Warnings are errors here, so the test is that this file compiles.
@Suite struct UnusedResultTests {
  @Test func resultsAreDiscardable() throws {
    let format = try AVAudioConverterTests.format(8000, 1)
    let converter = try #require(AVAudioConverter(from: format, to: format))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
    converter.convert(to: buffer, error: nil) { _, status in
      status.pointee = .endOfStream
      return nil
    }
    #expect(buffer.frameLength == 0)
    buffer.copy(with: nil)
    buffer.mutableCopy(with: nil)
    AVAudioSession.sharedInstance()
    AVAudioTime.hostTime(forSeconds: 1)
    AVAudioTime.seconds(forHostTime: 1)
    AVAudioTime(hostTime: 1).extrapolateTime(fromAnchor: AVAudioTime(hostTime: 2))
    AVAudioMake3DPoint(0, 0, 0)
    AVAudioMake3DVector(0, 0, 0)
    AVAudioMake3DVectorOrientation(AVAudio3DVector(), AVAudio3DVector())
    AVAudioMake3DAngularOrientation(0, 0, 0)
  }

  /// Not called, because the test has no sound.
  func play(_ player: AVAudioPlayer, _ recorder: AVAudioRecorder) {
    player.prepareToPlay()
    player.play()
    player.play(atTime: 0)
    player.averagePower(forChannel: 0)
    player.peakPower(forChannel: 0)
    recorder.prepareToRecord()
    recorder.record()
    recorder.record(atTime: 0)
    recorder.record(forDuration: 0)
    recorder.record(atTime: 0, forDuration: 0)
    recorder.deleteRecording()
    recorder.averagePower(forChannel: 0)
    recorder.peakPower(forChannel: 0)
  }
}

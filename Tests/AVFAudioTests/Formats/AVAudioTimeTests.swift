import AVFAudio
import Testing

@Suite struct AVAudioTimeTests {
  @Test func onlyTheGivenPartsAreValid() {
    let host = AVAudioTime(hostTime: 5)
    #expect(host.isHostTimeValid && !host.isSampleTimeValid && host.hostTime == 5)
    let sample = AVAudioTime(sampleTime: -7, atRate: 100)
    #expect(!sample.isHostTimeValid && sample.isSampleTimeValid && sample.sampleTime == -7)
    let both = AVAudioTime(hostTime: 5, sampleTime: 6, atRate: 10)
    #expect(both.isHostTimeValid && both.isSampleTimeValid && both.sampleRate == 10)
    var stamp = both.audioTimeStamp
    #expect(stamp.mHostTime == 5 && stamp.mSampleTime == 6)
    #expect(stamp.mFlags == [.hostTimeValid, .sampleTimeValid])
    let again = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 10)
    #expect(again.hostTime == 5 && again.sampleTime == 6)
  }

  @Test func secondsAndTicksAreInverse() {
    #expect(AVAudioTime.seconds(forHostTime: AVAudioTime.hostTime(forSeconds: 1.5)) == 1.5)
  }

  @Test func extrapolates() throws {
    let anchor = AVAudioTime(
      hostTime: AVAudioTime.hostTime(forSeconds: 100), sampleTime: 1000, atRate: 44100)
    let later = try #require(
      AVAudioTime(sampleTime: 1000 + 22050, atRate: 44100).extrapolateTime(fromAnchor: anchor))
    #expect(AVAudioTime.seconds(forHostTime: later.hostTime) == 100.5)
    let before = try #require(
      AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 99))
        .extrapolateTime(fromAnchor: anchor))
    #expect(before.sampleTime == 1000 - 44100)
    #expect(
      AVAudioTime(sampleTime: 1, atRate: 44100)
        .extrapolateTime(fromAnchor: AVAudioTime(hostTime: 4)) == nil)
  }
}

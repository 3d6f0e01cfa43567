import AVFAudio.AVAudioBuffer
import AVFAudio.AVAudioChannelLayout
import AVFAudio.AVAudioConverter
import AVFAudio.AVAudioFile
import AVFAudio.AVAudioFormat
import AVFAudio.AVAudioPlayer
import AVFAudio.AVAudioRecorder
import AVFAudio.AVAudioSession
import AVFAudio.AVAudioSessionDeprecated
import AVFAudio.AVAudioSessionRoute
import AVFAudio.AVAudioSessionTypes
import AVFAudio.AVAudioSettings
import AVFAudio.AVAudioTime
import AVFAudio.AVAudioTypes
import Testing

/// The view of a program that imports headers of AVFAudio only.
struct AVFAudioSubmoduleTests {
  @Test("classes and the C API are visible")
  func namesAreInReach() {
    #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data([1, 2, 3])) }
    #expect(AVAudioTime(hostTime: 5).hostTime == 5)
    #expect(kAudioFileCAFType == 0x6361_6666)
  }
}

import AudioUnit.AudioCodec
import AudioUnit.AudioComponent
import CoreAudio.AudioHardware
import CoreAudio.AudioHardwareBase
import CoreAudio.CoreAudioBaseTypes
import CoreAudio.CoreAudioTypes
import CoreAudio.HostTime
import CoreAudioTypes.CoreAudioBaseTypes
import CoreAudioTypes.CoreAudioTypes
import Testing

/// The view of a program that imports headers of AudioUnit, CoreAudio, and CoreAudioTypes.
struct CoreAudioSubmoduleTests {
  @Test("types, the clock and components are visible")
  func namesAreInReach() {
    #expect(AudioConvertHostTimeToNanos(5) == 5)
    #expect(AudioBuffer().mData == nil)
    #expect(AudioComponentDescription().componentType == 0)
  }
}

import AudioToolbox.AudioCodec
import AudioToolbox.AudioComponent
import AudioToolbox.AudioConverter
import AudioToolbox.AudioFile
import AudioToolbox.AudioFileStream
import AudioToolbox.AudioFormat
import AudioToolbox.AudioQueue
import AudioToolbox.AudioServices
import AudioToolbox.AudioSession
import AudioToolbox.CAFFile
import AudioToolbox.ExtendedAudioFile
import Testing

/// The view of a program that imports headers of AudioToolbox only.
struct AudioToolboxSubmoduleTests {
  @Test("functions, constants, structures and Foundation are visible")
  func namesAreInReach() {
    let path = "/nowhere/at/all.wav"
    var file: AudioFileID?
    let status = AudioFileOpenURL(URL(fileURLWithPath: path) as CFURL, .readPermission, 0, &file)
    #expect(status == kAudio_FileNotFoundError || status == kAudioFileFileNotFoundError)
    let format = AudioStreamBasicDescription()
    #expect(format.mSampleRate == 0)
    #expect(AudioToolbox.kAudioFileCAFType == 0x6361_6666)
    #expect(kAudioConverterErr_FormatNotSupported == 0x666D_743F)
  }
}

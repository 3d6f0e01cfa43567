import AVFoundation.AVAsset
import AVFoundation.AVAssetResourceLoader
import AVFoundation.AVAssetTrack
import AVFoundation.AVAssetTrackSegment
import AVFoundation.AVAsynchronousKeyValueLoading
import AVFoundation.AVAudioBuffer
import AVFoundation.AVAudioChannelLayout
import AVFoundation.AVAudioConverter
import AVFoundation.AVAudioFile
import AVFoundation.AVAudioFormat
import AVFoundation.AVAudioPlayer
import AVFoundation.AVAudioProcessingSettings
import AVFoundation.AVAudioRecorder
import AVFoundation.AVAudioSession
import AVFoundation.AVAudioSessionDeprecated
import AVFoundation.AVAudioSessionRoute
import AVFoundation.AVAudioSessionTypes
import AVFoundation.AVAudioSettings
import AVFoundation.AVAudioTime
import AVFoundation.AVAudioTypes
import AVFoundation.AVError
import AVFoundation.AVFAudio
import AVFoundation.AVMediaFormat
import AVFoundation.AVMetadataFormat
import AVFoundation.AVMetadataIdentifiers
import AVFoundation.AVMetadataItem
import AVFoundation.AVPlayer
import AVFoundation.AVPlayerItem
import AVFoundation.AVPlayerLooper
import AVFoundation.AVTime
import Testing

/// The view of a program that imports headers of AVFoundation only.
struct AVFoundationSubmoduleTests {
  @Test("classes, file types and the C API are visible")
  func namesAreInReach() {
    #expect(AVAudioTime(hostTime: 5).hostTime == 5)
    #expect(AVFileType.wav.rawValue == "com.microsoft.waveform-audio")
    #expect(kAudioFileCAFType == 0x6361_6666)
  }
}

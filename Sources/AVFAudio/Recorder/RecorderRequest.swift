internal import AudioPlayback
internal import AudioToolbox
internal import Foundation

/// The request of a recorder, with defaults for missing settings.
struct RecorderRequest {
  let settings: [String: Any]
  let format: AVAudioFormat

  /// Reads a settings dictionary.
  ///
  /// A URL without an extension means a CAF file. One example is `/dev/null`, for programs that
  /// need only the meters.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` if the settings do not name an
  ///   encodable format.
  init(_ url: URL, _ given: [String: Any]) throws {
    var settings = given
    if settings[AVAudioFileTypeKey] == nil, url.pathExtension.isEmpty {
      settings[AVAudioFileTypeKey] = NSNumber(value: kAudioFileCAFType)
    }
    let type: AudioFileTypeID
    do {
      type = try FileTypes.type(of: url, settings)
    } catch {
      throw PlayerFile.error(kAudioFileUnsupportedFileTypeError)
    }
    if settings[AVFormatIDKey] == nil {
      settings[AVFormatIDKey] = NSNumber(value: Self.usualFormats[type] ?? kAudioFormatLinearPCM)
    }
    if settings[AVSampleRateKey] == nil { settings[AVSampleRateKey] = NSNumber(value: 44_100) }
    if settings[AVNumberOfChannelsKey] == nil, settings[AVChannelLayoutKey] == nil {
      settings[AVNumberOfChannelsKey] = NSNumber(value: 2)
    }
    guard let parsed = FormatSettings(settings) else {
      throw PlayerFile.error(kAudioFileUnsupportedDataFormatError)
    }
    var description = FileTypes.description(parsed.description, of: type, settings)
    guard
      let format = unsafe AVAudioFormat(
        streamDescription: &description, channelLayout: parsed.layout)
    else { throw PlayerFile.error(kAudioFileUnsupportedDataFormatError) }
    let choices = EncoderChoices(settings, channelCount: format.channelCount)
    let status = FileTrial.status(description, parsed.layout, choices, in: type)
    guard status == noErr else { throw PlayerFile.error(status) }
    self.settings = settings
    self.format = format
  }

  /// The default formats of file types that cannot hold, or rarely hold, linear PCM.
  private static let usualFormats: [AudioFileTypeID: AudioFormatID] = [
    kAudioFileM4AType: kAudioFormatMPEG4AAC, kAudioFileM4BType: kAudioFormatMPEG4AAC,
    kAudioFileMPEG4Type: kAudioFormatMPEG4AAC, kAudioFileAAC_ADTSType: kAudioFormatMPEG4AAC,
    kAudioFileMP3Type: kAudioFormatMPEGLayer3, kAudioFileFLACType: kAudioFormatFLAC,
    kAudioFile3GPType: kAudioFormatMPEG4AAC, kAudioFile3GP2Type: kAudioFormatMPEG4AAC,
  ]
}

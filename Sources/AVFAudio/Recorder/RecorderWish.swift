internal import AudioPlayback
internal import AudioToolbox
internal import Foundation

/// What a recorder is asked for, with what it does not say filled in.
struct RecorderWish {
  let settings: [String: Any]
  let format: AVAudioFormat

  /// Reads a settings dictionary.
  ///
  /// A URL without an extension is a CAF file's, as of `/dev/null`, to which programs record whose only wish is the meters.
  ///
  /// - Throws: An error of the domain `NSOSStatusErrorDomain` where it does not tell a format that can be encoded.
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
    guard let told = FormatSettings(settings) else {
      throw PlayerFile.error(kAudioFileUnsupportedDataFormatError)
    }
    var description = FileTypes.description(told.description, of: type, settings)
    guard
      let format = unsafe AVAudioFormat(
        streamDescription: &description, channelLayout: told.layout)
    else { throw PlayerFile.error(kAudioFileUnsupportedDataFormatError) }
    let choices = EncoderChoices(settings, channelCount: format.channelCount)
    let status = FileTrial.status(description, told.layout, choices, in: type)
    guard status == noErr else { throw PlayerFile.error(status) }
    self.settings = settings
    self.format = format
  }

  /// What files hold that can hold no samples, or mostly hold something else.
  private static let usualFormats: [AudioFileTypeID: AudioFormatID] = [
    kAudioFileM4AType: kAudioFormatMPEG4AAC, kAudioFileM4BType: kAudioFormatMPEG4AAC,
    kAudioFileMPEG4Type: kAudioFormatMPEG4AAC, kAudioFileAAC_ADTSType: kAudioFormatMPEG4AAC,
    kAudioFileMP3Type: kAudioFormatMPEGLayer3, kAudioFileFLACType: kAudioFormatFLAC,
    kAudioFile3GPType: kAudioFormatMPEG4AAC, kAudioFile3GP2Type: kAudioFormatMPEG4AAC,
  ]
}

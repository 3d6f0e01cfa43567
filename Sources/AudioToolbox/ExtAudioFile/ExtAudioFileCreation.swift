internal import AudioContainers
internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import CoreAudioTypes
internal import Foundation

/// A file that is to be created for frames that are converted to its format.
struct ExtAudioFileCreation {
  let url: NSURL
  let type: AudioFileTypeID
  /// As the client asked for it; a sample rate of 0 is that of the client's format.
  let format: StreamFormat
  /// What its channels are to be, where that was said; for whoever writes it.
  var layout: ChannelLayout?
  let flags: AudioFileFlags

  /// Creates the file.
  ///
  /// - Parameter sampleRate: The rate where the format has none.
  /// - Returns: Its reference.
  /// - Throws: A documented status.
  func create(sampleRate: Double) throws(StatusError) -> AudioFileID {
    var description = AudioStreamBasicDescription(try complete(sampleRate: sampleRate))
    var file: AudioFileID?
    let status = unsafe AudioFileCreateWithURL(url, type, &description, flags, &file)
    guard status == noErr, let file = unsafe file else { throw StatusError(status) }
    return unsafe file
  }

  /// Closes a file that was created and cannot be used, and takes it away.
  func abandon(_ file: AudioFileID) {
    unsafe AudioFileClose(file)
    guard let path = url.path,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return }
    // What cannot be taken away is an empty file.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The format with what an encoder decides.
  private func complete(sampleRate: Double) throws(StatusError) -> StreamFormat {
    var format = format
    if format.sampleRate == 0 { format.sampleRate = sampleRate }
    guard !format.isLinearPCM else { return format }
    var settings = EncoderSettings()
    settings.channelLayout = layout
    do throws(CodecError) {
      let encoder = try EncoderFactory.makeEncoder(format: format, settings)
      try checkPlaces(of: encoder)
      return encoder.format
    } catch {
      throw StatusError(
        error == .channelsWithoutPlace
          ? kExtAudioFileError_InvalidChannelMap : kExtAudioFileError_InvalidDataFormat)
    }
  }

  /// Checks that a file can tell the channels of an encoder, where those were asked for.
  private func checkPlaces(of encoder: any PacketEncoder) throws(CodecError) {
    guard layout != nil, !encoder.magicCookie.isEmpty else { return }
    var content = ContainerContent(fileType: FourCC(rawValue: type), format: encoder.format)
    content.magicCookie = encoder.magicCookie
    do throws(ContainerWriteError) {
      _ = try WriterTable.writer(of: content)
    } catch {
      // What else is in the way is told when the file is created.
      content.magicCookie = []
      if (try? WriterTable.writer(of: content)) != nil { throw .channelsWithoutPlace }
    }
  }
}

internal import AudioContainers
internal import AudioCodecs
internal import AudioModel
internal import AudioFiles
internal import AudioTransport
internal import CoreAudioTypes
internal import Foundation

/// A file to create for frames that are converted to its format.
struct ExtAudioFileCreation {
  /// The place of the bytes.
  enum Destination {
    case url(NSURL)
    case sink(any ByteSink)
  }

  let destination: Destination
  let type: AudioFileTypeID
  /// The format that the client requested.
  ///
  /// A sample rate of 0 means the rate of the client format.
  let format: StreamFormat
  /// The requested channel layout, for the writer.
  var layout: ChannelLayout?
  let flags: AudioFileFlags

  /// Creates the file.
  ///
  /// - Parameter sampleRate: The sample rate in hertz, if the format has none.
  /// - Returns: The reference to the file.
  /// - Throws: An error that `ExtAudioFileCreateWithURL` documents.
  func create(sampleRate: Double) throws(StatusError) -> AudioFileID {
    var description = AudioStreamBasicDescription(try complete(sampleRate: sampleRate))
    var file: AudioFileID?
    let status =
      switch destination {
      case .url(let url): unsafe AudioFileCreateWithURL(url, type, &description, flags, &file)
      case .sink(let sink): unsafe createAudioFile(on: sink, type, &description, &file)
      }
    guard status == noErr, let file = unsafe file else { throw StatusError(status) }
    return unsafe file
  }

  /// Closes and deletes a newly created file that is not usable.
  func abandon(_ file: AudioFileID) {
    unsafe AudioFileClose(file)
    guard case .url(let url) = destination, let path = url.path,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { return }
    // If deletion fails, an empty file remains.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The format, completed by the encoder.
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

  /// Checks that the file type can state the requested channels of an encoder.
  private func checkPlaces(of encoder: any PacketEncoder) throws(CodecError) {
    guard layout != nil, !encoder.magicCookie.isEmpty else { return }
    var content = ContainerContent(fileType: FourCC(rawValue: type), format: encoder.format)
    content.magicCookie = encoder.magicCookie
    do throws(ContainerWriteError) {
      _ = try WriterTable.writer(of: content)
    } catch {
      // Creating the file reports any other problem.
      content.magicCookie = []
      if (try? WriterTable.writer(of: content)) != nil { throw .channelsWithoutPlace }
    }
  }
}

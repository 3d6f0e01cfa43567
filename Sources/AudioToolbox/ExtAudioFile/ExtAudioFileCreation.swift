internal import AudioContainers
internal import AudioCodecs
internal import AudioModel
internal import AudioPipeline
internal import CoreAudioTypes
internal import Foundation

/// A file that is to be created for frames that are converted to its format.
struct ExtAudioFileCreation {
  let url: NSURL
  let type: AudioFileTypeID
  /// As the client asked for it; a sample rate of 0 is that of the client's format.
  let format: StreamFormat
  let layout: ChannelLayout?
  let flags: AudioFileFlags

  /// Creates the file.
  ///
  /// - Parameter sampleRate: The rate where the format has none.
  /// - Returns: Its reference.
  /// - Throws: A documented status.
  func create(sampleRate: Double) throws(StatusError) -> AudioFileID {
    let (format, encoderLayout) = try complete(sampleRate: sampleRate)
    var description = AudioStreamBasicDescription(format)
    var file: AudioFileID?
    let status = unsafe AudioFileCreateWithURL(url, type, &description, flags, &file)
    guard status == noErr, let file = unsafe file else { throw StatusError(status) }
    if let layout, encoderLayout == nil { try unsafe set(layout, of: file) }
    return unsafe file
  }

  /// The format with what an encoder decides, and the encoder's order of the channels.
  private func complete(
    sampleRate: Double
  ) throws(StatusError) -> (format: StreamFormat, encoderLayout: ChannelLayout?) {
    var format = format
    if format.sampleRate == 0 { format.sampleRate = sampleRate }
    guard !format.isLinearPCM else { return (format, nil) }
    do throws(CodecError) {
      let encoder = try EncoderFactory.makeEncoder(format: format)
      return (encoder.format, encoder.channelLayout)
    } catch {
      throw StatusError(kExtAudioFileError_InvalidDataFormat)
    }
  }

  private func set(_ layout: ChannelLayout, of file: AudioFileID) throws(StatusError) {
    let object = try unsafe AudioFileObject.find(file)
    try object.record { (writer) throws(StatusError) in
      try withWriteStatus { () throws(PacketWriteError) in
        try writer.change { $0.channelLayout = layout }
      }
    }
  }
}

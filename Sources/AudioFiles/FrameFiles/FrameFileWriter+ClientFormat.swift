internal import AudioCodecs
package import AudioModel

/// The format of the client's frames.
extension FrameFileWriter {
  /// Whether the client has supplied frames.
  var hasFrames: Bool { takenFrames > 0 || earlierFrames > 0 }

  /// Changes the client's format.
  ///
  /// The file first receives all frames in the previous format. An encoder continues its stream.
  ///
  /// - Parameter format: Linear PCM.
  /// - Throws: ``FrameFileError``. If the formats cannot be converted, nothing has changed.
  package func setClientFormat(_ format: StreamFormat) throws(FrameFileError) {
    guard hasFrames else {
      converter = try Self.converter(from: format, to: writer, converter.encoderSettings, layout)
      clientFormat = converter.input
      return try describe()
    }
    let next = try successor(from: format)
    converter.keepsLastFrames = true
    input.state = .ended
    // After a failed write, the next converter still receives the frames that follow.
    defer {
      next.continueEncoding(of: converter)
      (earlierFrames, takenFrames) = (position, 0)
      converter = next
      clientFormat = next.input
    }
    try convert()
  }

  private func successor(from format: StreamFormat) throws(FrameFileError) -> PacketConverter {
    do throws(CodecError) {
      let next = try converter.successor(from: format)
      if let layout { try next.setOutputLayout(layout) }
      return next
    } catch {
      throw .codec(error)
    }
  }
}

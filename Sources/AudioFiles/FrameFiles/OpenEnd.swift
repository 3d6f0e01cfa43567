internal import AudioContainers
internal import AudioModel

/// The end of a recording whose bytes arrive while it is read.
struct OpenEnd {
  /// The frame of the recording with which the converter started.
  var firstFrame: UInt64 = 0
  /// Whether all packets have been found; then the recording ends exactly.
  var isFound = false
  /// Why the source ended early.
  var failure: PacketError?

  /// The maximum padding frames that a header may declare; a larger value is wrong.
  static let mostPadding = 65_536
  /// The padding that the last packets of a stream may state themselves, as in Ogg and Matroska.
  static let latePadding = 8192

  /// Frames of the file that must be found before a frame can be read.
  ///
  /// Near the end of the file, frames that may be padding must be found, too.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - made: The frames that the converter has made or reads ahead.
  ///   - trim: The trim that the file states so far.
  ///   - scale: Frames for each frame that the file counts.
  /// - Returns: The number of frames, counted from the first packet.
  func framesAhead(
    in file: PacketFile, after made: Int, trim: FrameTrim?, scale: UInt64
  ) -> UInt64 {
    var held = made
    if file.arrival.mayEndSoon {
      let stated = max(0, min(trim?.remainderFrames ?? 0, Self.mostPadding))
      // One frame more shows that these frames are not the last.
      held += (file.arrival.statesPaddingLast ? max(stated, Self.latePadding) : stated) + Int(scale)
    }
    return firstFrame + UInt64(held) + UInt64(max(0, trim?.primingFrames ?? 0))
  }

  /// Finds packets until they have this many frames, and returns whether the packets end first.
  ///
  /// If the source fails, the recording ends with the bytes that have arrived, and its end reports
  /// the failure.
  mutating func search(_ file: PacketFile, for frameCount: UInt64) -> Bool {
    do {
      return try file.arrival.findFrames(frameCount)
    } catch {
      failure = error
      file.endEarly()
      return true
    }
  }
}

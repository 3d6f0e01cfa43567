internal import AudioContainers
internal import AudioModel
internal import AudioProcessing

/// The end of a recording whose bytes arrive while it is read.
struct OpenEnd {
  /// The frame of the recording with which the converter started.
  var firstFrame: UInt64 = 0
  /// Whether all packets have been found, so that the recording ends exactly.
  var isFound = false

  /// The frames that a header may declare as padding; a larger value is wrong.
  static let mostPadding = 65_536
}

extension FrameFileReader {
  /// Reads no further ahead than necessary, for a file that arrives from a server.
  ///
  /// The priming of the header holds at once. The end is found shortly before it is read, and then
  /// determines the padding. Otherwise, the first read counts all packets.
  package func leaveEndOpen() {
    guard openEnd == nil else { return }
    openEnd = OpenEnd()
    move(to: position)
  }

  /// Whether the end has not been found yet.
  package var isEndOpen: Bool { openEnd?.isFound == false }

  /// Frames of the recording, once its end has been found.
  package var foundFrameCount: Int64? {
    guard !isEndOpen else { return nil }
    return try? frameCount()
  }

  /// The trim for the first frames: that of the header, as long as the end is open.
  func startingTrim() throws(PacketError) -> FrameTrim? {
    guard isEndOpen, trimOverride == nil else { return try scaledTrim() }
    return file.info.trim.map(scaled)
  }

  /// Finds the packets of the next `count` client frames, and as many as padding may follow.
  ///
  /// If that is the end, limits the converter to the recording.
  func lookAhead(_ count: Int) throws(FrameFileError) {
    guard let end = openEnd, !end.isFound, trimOverride == nil else { return }
    let frames = RateConverter.length(
      of: count, from: clientFormat.sampleRate, to: fileFormat.sampleRate)
    let trim = file.info.trim.map(scaled)
    let padding = max(0, min(trim?.remainderFrames ?? 0, OpenEnd.mostPadding))
    let made = UInt64(converter.madeFrames + frames + converter.rateReach + padding)
    let wanted = end.firstFrame + made + UInt64(max(0, trim?.primingFrames ?? 0))
    // A failed source reports its error with the first missing packet.
    guard (try? file.findFrames(wanted / scale + 1)) == true else {
      // A live stream has no end to which its links could be counted.
      if file.isChained, file.isBounded, input.chain == nil { try restart() }
      return
    }
    openEnd?.isFound = true
    do {
      limit(to: try scaledTrim(), from: end.firstFrame)
    } catch {
      throw .packets(error)
    }
    if file.isChained, input.chain == nil { try restart() }
  }

  /// Starts the converter again at the current frame.
  private func restart() throws(FrameFileError) {
    move(to: position)
    try place()
  }
}

internal import AudioContainers

extension HLSSession {
  /// Starts a live stream at a distance from its end, instead of the distance that it states.
  ///
  /// - Parameter offset: Seconds before the end. If the stream demands a greater distance, that
  ///   distance applies.
  package func start(atOffsetFromLive offset: Double) {
    guard let time = status.time(atOffsetFromLive: offset),
      let position = list.timeline.position(at: time)
    else { return }
    startTime = time
    status.start(at: time)
    move(to: position.index)
  }
}

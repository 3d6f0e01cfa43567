internal import AudioContainers
internal import AudioTransport

/// Segments that fail, segments that are loaded ahead, and other variants.
extension HLSSession {
  // MARK: Failures

  /// Tries again to open a segment whose bytes could not be read.
  ///
  /// - Returns: `nil` if the run ends: the segment is skipped, or read from another variant.
  /// - Throws: ``HLSFailure`` if the stream has failed.
  func reopen(
    _ bytes: HLSSegmentBytes, after failure: HLSFailure
  ) throws(HLSFailure) -> HLSSegmentBytes? {
    segments.forget()
    ahead = nil
    var failure = failure
    while !bytes.isStarted, try waitForRetry(after: failure) {
      do throws(HLSFailure) {
        return try segments.open(bytes.segment, of: list)
      } catch {
        failure = error
      }
    }
    guard failure.isTemporary else { throw failure }
    guard bytes.isStarted else {
      if let index = list.index(ofSequence: bytes.segment.sequence) { move(to: index) }
      try skip(bytes.segment, because: failure)
      return nil
    }
    // The part that has been read plays, and the rest is silent.
    isCut = true
    isDetached = true
    loss = failure
    guard retry.skip() else { throw failure }
    return nil
  }

  /// Waits before another attempt.
  ///
  /// - Returns: Whether another attempt follows.
  func waitForRetry(after failure: HLSFailure) throws(HLSFailure) -> Bool {
    guard failure.isTemporary else { throw failure }
    guard let delay = retry.nextDelay() else { return false }
    let end = clock.now + delay
    while clock.now < end {
      try transporting { () throws(TransportError) in try loader.check() }
      clock.wait(until: end)
    }
    try transporting { () throws(TransportError) in try loader.check() }
    return true
  }

  /// Continues without a segment: with another variant, or else in silence.
  func skip(_ segment: HLSSegment, because failure: HLSFailure) throws(HLSFailure) {
    loss = failure
    isDetached = true
    if presentation.exclude() { return }
    guard retry.skip() else { throw failure }
    missing = segment.sequence
  }

  // MARK: Loading ahead

  /// Notes that bytes of a segment have been read, and loads the bytes after the segment.
  func note(_ bytes: HLSSegmentBytes, isRead: Bool) throws(HLSFailure) {
    if isRead {
      retry.succeed()
      measure(bytes)
    }
    try refreshIfDue()
    guard bytes.isBuffered || isRead else { return }
    if let index = list.index(ofSequence: bytes.segment.sequence) {
      let isAhead = ahead?.isBuffered ?? false
      status.loaded(to: list.timeline.time(at: HLSPosition(index: isAhead ? index + 2 : index + 1)))
    }
    loadAhead(of: bytes)
  }

  /// Starts to load the next segment once the current one has arrived.
  private func loadAhead(of current: HLSSegmentBytes) {
    guard ahead == nil, !isDetached, !presentation.isToSwitch, current.segment.range == nil,
      current.resource.progress != nil, list.playlist.segments.indices.contains(next)
    else { return }
    let segment = list.playlist.segments[next]
    guard !segment.isGap, segment.sequence != missing, segment.range == nil else { return }
    guard segment.sequence != refused else { return }
    // The reader reports a failure once it needs the segment.
    ahead = try? segments.open(segment, of: list)
    if ahead == nil { refused = segment.sequence }
  }

  private func measure(_ bytes: HLSSegmentBytes) {
    guard bytes.segment.range == nil, let progress = bytes.resource.progress else { return }
    presentation.measure(
      byteCount: Int(clamping: progress.receivedByteCount), seconds: progress.receivingSeconds)
  }

  // MARK: Variants

  /// Takes over the rendition that the client has chosen.
  func takeSelection() {
    if let choice = status.takeChoice() { presentation.select(choice.rendition) }
  }

  /// Switches to the chosen variant and rendition, if they differ from the current ones.
  func followChoice() throws(HLSFailure) {
    takeSelection()
    while presentation.isToSwitch, list.playlist.segments.indices.contains(next) {
      do throws(HLSFailure) {
        var other = try presentation.mediaList(loader, clock)
        guard let index = other.continueTimeline(of: list.timeline, at: next) else {
          throw .notMedia
        }
        list = other
        move(to: index)
        segments.forget()
        status.update(list.timeline, presentation.variant)
      } catch {
        if error == .transport(TransportError(.cancelled)) { throw error }
        if presentation.refuseRendition() { continue }
        if !presentation.exclude() { presentation.stay() }
      }
    }
  }
}

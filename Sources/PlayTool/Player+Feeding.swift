import AudioToolbox
import ToolSupport

extension Player {
  /// Plays the first item, and the following items as long as they fit.
  ///
  /// - Parameter failed: Called with the reason if an item could not be played to its end, after
  ///   the playable part.
  /// - Returns: The first item that does not fit; `nil` at the end.
  func play(failed: (Item, ToolFailure) -> Void) -> Item? {
    mark(0, item: 0, seconds: 0)
    var step = Step.feed
    while step != .finish {
      switch step {
      case .feed:
        feeding.failures[feeding.index] = failureToFeed(items[feeding.index])
        step = takeRequest().map { fulfil($0, isDraining: false) } ?? .advance
      case .advance:
        step = advance()
        report(upTo: place.index, failed)
      case .drain:
        if playedUntil != nil { drain() }
        step = takeRequest().map { fulfil($0, isDraining: true) } ?? .finish
      case .finish: break
      }
    }
    guard !isEnding, wantedNumber == nil else {
      AudioQueueStop(queue, true)
      if let startFailure { failed(items[feeding.index], startFailure) }
      return nil
    }
    if feeding.failures.isEmpty { feeding.failures[feeding.index] = decodingFailure }
    report(upTo: items.count, failed)
    return feeding.leftover
  }

  /// Begins the next item if there is one that fits.
  private func advance() -> Step {
    feeding.completed.insert(feeding.index)
    if feeding.leftover == nil, !feeding.hasEnded, feeding.index + 1 == items.count {
      let item = names.next(isSkip: feeding.isSkip)
      feeding.isSkip = false
      feeding.hasEnded = item == nil
      if let item, takes(item) { append(item) } else { feeding.leftover = item }
    }
    guard feeding.index + 1 < items.count else { return .drain }
    feeding.index += 1
    // Prevents the decoder from treating the next file as a continuation of this one.
    AudioQueueFlush(queue)
    mark(enqueuedFrames, item: feeding.index, seconds: 0)
    return .feed
  }

  /// Closes the items before an index, and reports those that could not be played to their end.
  private func report(upTo end: Int, _ failed: (Item, ToolFailure) -> Void) {
    while feeding.firstOpen < end {
      let index = feeding.firstOpen
      let item = items[index]
      close(index)
      feeding.firstOpen += 1
      guard feeding.completed.remove(index) != nil else { continue }
      if let failure = feeding.failures[index] ?? item.source.shortfall { failed(item, failure) }
    }
  }

  /// Performs a request.
  private func fulfil(_ request: Request, isDraining: Bool) -> Step {
    let heard = place
    switch request {
    case .end: return .finish
    case .skip:
      halt(at: heard.index, seconds: heard.seconds)
      chooseAgain(after: heard)
      feeding.isSkip = true
      return .advance
    case .reorder:
      guard isDraining || heard.index < feeding.index else { return .feed }
      chooseAgain(after: heard)
      return move(to: heard.index, seconds: heard.seconds)
    case .move(let seconds): return move(to: heard.index, seconds: heard.seconds + seconds)
    case .seek(let seconds): return move(to: heard.index, seconds: seconds)
    case .back:
      let earlier = names.number(before: heard.item.number)
      guard heard.seconds <= Self.restartSeconds, let earlier else {
        return move(to: heard.index, seconds: 0)
      }
      wantedNumber = earlier
      return .finish
    }
  }

  /// The seconds after which a step back starts the same item again.
  private static let restartSeconds = 3.0

  /// Removes the items after an audible one, which other items may replace.
  private func chooseAgain(after heard: Place) {
    names.forget(after: heard.item.number)
    removeItems(after: heard.index)
    feeding.index = heard.index
    (feeding.leftover, feeding.hasEnded) = (nil, false)
    feeding.failures = feeding.failures.filter { $0.key <= heard.index }
    feeding.completed = feeding.completed.filter { $0 <= heard.index }
  }

  /// Continues with an item at a time, if its source can move.
  private func move(to item: Int, seconds: Double) -> Step {
    let source = items[item].source
    let wanted = max(0, seconds)
    let target = source.duration.map { min(wanted, $0) } ?? wanted
    guard playedUntil != nil, source.seek(toSeconds: target) else { return .feed }
    halt(at: item, seconds: target)
    for later in items[(item + 1)...] { _ = later.source.seek(toSeconds: 0) }
    feeding.index = item
    return .feed
  }

  /// Enqueues all packets of an item; returns the reason if that fails.
  private func failureToFeed(_ item: Item) -> ToolFailure? {
    do throws(ToolFailure) {
      try feed(item)
      return nil
    } catch {
      return error
    }
  }

  /// Enqueues all packets of an item, and starts the queue in time.
  private func feed(_ item: Item) throws(ToolFailure) {
    var waiting = 0.0
    while let buffer = nextFree() {
      let isFirst = playedUntil == nil && waiting == 0
      let atMost = max(leastFrames, isFirst ? 0 : Int(rate * 2))
      let filling: Filling
      do throws(ToolFailure) {
        filling = try item.source.fill(buffer, atLeast: leastFrames, atMost: atMost)
      } catch {
        giveBack(buffer)
        if waiting > 0 { try start(seconds: waiting) }
        throw error
      }
      guard filling.packetCount > 0 else {
        giveBack(buffer)
        break
      }
      let heard = filling.frameCount - filling.trimAtStart - filling.trimAtEnd
      guard heard > 0 || filling.trimAtEnd == 0 else {
        giveBack(buffer)
        continue
      }
      let status = AudioQueueEnqueueBufferWithParameters(
        queue, buffer, 0, nil, UInt32(filling.trimAtStart), UInt32(filling.trimAtEnd), 0, nil,
        nil, nil)
      guard status == noErr else { throw ToolFailure(status: status) }
      if heard > 0 { names.noteSound() }
      condition.withLock { enqueuedFrames += Double(max(0, heard)) }
      waiting += Double(heard) / max(rate, 1)
      // If more bytes are available, a second buffer costs no time, and tolerates delays on a busy
      // machine.
      if isFirst && item.source.hasMore { continue }
      try start(seconds: waiting)
      waiting = 0
    }
    if waiting > 0, !isEnding { try start(seconds: waiting) }
  }

  /// Starts the queue if necessary, and records how long it can play.
  private func start(seconds: Double) throws(ToolFailure) {
    let now = ContinuousClock.now
    if let playedUntil {
      // After bytes arrive too late, later waits should request more of them.
      if playedUntil < now, !sound.isPaused { leastFrames = Int(rate * 2) }
      self.playedUntil = max(now, playedUntil) + .seconds(seconds)
      return
    }
    let status = startUnlessPaused()
    guard status == noErr else { throw DeviceFailure.text(status, .output) }
    playedUntil = now + .seconds(seconds)
  }

  private var decodingFailure: ToolFailure? {
    var code: UInt32 = 0
    var size = UInt32(MemoryLayout<UInt32>.size)
    let status = AudioQueueGetProperty(
      queue, kAudioQueueProperty_ConverterError, &code, &size)
    guard status == noErr, code != 0 else { return nil }
    return ToolFailure(
      "cannot be decoded: \(ToolFailure(status: OSStatus(bitPattern: code)).reason)")
  }
}

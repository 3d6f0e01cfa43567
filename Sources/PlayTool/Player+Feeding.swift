import AudioToolbox
import ToolSupport

extension Player {
  /// Plays the first item, and the following items as long as they fit.
  ///
  /// - Parameters:
  ///   - next: Returns the next item; called after all earlier ones have been enqueued.
  ///   - failed: Called with the reason if an item could not be played to its end, after the
  ///     playable part.
  /// - Returns: The first item that does not fit; `nil` at the end.
  func play(next: () -> Item?, failed: (Item, ToolFailure) -> Void) -> Item? {
    var index = 0
    var leftover: Item?
    var hasEnded = false
    var failures: [Int: ToolFailure] = [:]
    var completed: Set<Int> = []
    mark(0, item: 0, seconds: 0)
    while true {
      if let failure = failureToFeed(items[index]) { failures[index] = failure }
      if let request = takeRequest() {
        guard let place = fulfil(request, feeding: index) else { break }
        if place < items.count {
          index = place
          continue
        }
      }
      completed.insert(index)
      if leftover == nil, !hasEnded, index + 1 == items.count {
        let item = next()
        hasEnded = item == nil
        leftover = append(ifItFits: item)
      }
      if index + 1 < items.count {
        index += 1
        begin(index)
        continue
      }
      if playedUntil != nil { drain() }
      let place = takeRequest().flatMap { fulfil($0, feeding: index) }
      guard let place, place < items.count else { break }
      index = place
    }
    guard !isEnding, !wantsEarlierItem else {
      AudioQueueStop(queue, true)
      return nil
    }
    if failures.isEmpty, let failure = decodingFailure { failures[index] = failure }
    report(failures, of: completed, failed)
    return leftover
  }

  /// Adds the next item if it fits; returns the item otherwise.
  private func append(ifItFits item: Item?) -> Item? {
    guard let item, takes(item) else { return item }
    append(item)
    return nil
  }

  /// Continues with the following item, which is a separate stream.
  private func begin(_ index: Int) {
    // Prevents the decoder from treating the next file as a continuation of this one.
    AudioQueueFlush(queue)
    mark(enqueuedFrames, item: index, seconds: 0)
  }

  /// Reports the completed items that could not be played to their end.
  private func report(
    _ failures: [Int: ToolFailure], of completed: Set<Int>,
    _ failed: (Item, ToolFailure) -> Void
  ) {
    for (index, item) in items.enumerated() where completed.contains(index) {
      if let failure = failures[index] ?? item.source.shortfall { failed(item, failure) }
    }
  }

  /// Performs a request.
  ///
  /// - Returns: The index of the item to continue with; one past the last for an item that is not
  ///   open yet. `nil` ends playback.
  private func fulfil(_ request: Request, feeding index: Int) -> Int? {
    let heard = place
    switch request {
    case .end: return nil
    case .skip:
      stopHearing()
      let next = heard.item + 1
      guard next < items.count else { return next }
      // The item may already be enqueued.
      _ = items[next].source.seek(toSeconds: 0)
      mark(enqueuedFrames, item: next, seconds: 0)
      return next
    case .move(let seconds):
      return move(to: heard.item, seconds: heard.seconds + seconds, feeding: index)
    case .seek(let seconds): return move(to: heard.item, seconds: seconds, feeding: index)
    case .back:
      if heard.seconds > Self.restartSeconds {
        return move(to: heard.item, seconds: 0, feeding: index)
      }
      if heard.item > 0 { return move(to: heard.item - 1, seconds: 0, feeding: index) }
      guard items[0].number > 0 else { return move(to: 0, seconds: 0, feeding: index) }
      wantsEarlierItem = true
      return nil
    }
  }

  /// The seconds after which a step back starts the same item again.
  private static let restartSeconds = 3.0

  /// Continues with an item at a time.
  ///
  /// - Returns: The index of the item; the one that is fed if the source cannot move.
  private func move(to item: Int, seconds: Double, feeding index: Int) -> Int {
    let source = items[item].source
    let wanted = max(0, seconds)
    let target = source.duration.map { min(wanted, $0) } ?? wanted
    guard playedUntil != nil, source.seek(toSeconds: target) else { return index }
    stopHearing()
    for later in items[(item + 1)...] { _ = later.source.seek(toSeconds: 0) }
    mark(enqueuedFrames, item: item, seconds: target)
    return item
  }

  /// Discards enqueued audio that has not been heard.
  private func stopHearing() {
    let wasPaused = sound.isPaused
    halt()
    // A restarted queue is not paused.
    if wasPaused { change { $0.isPaused = false } }
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
      enqueuedFrames += Double(max(0, heard))
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
    let status = AudioQueueStart(queue, nil)
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

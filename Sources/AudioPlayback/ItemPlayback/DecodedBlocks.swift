internal import AudioFiles
internal import AudioModel
internal import Synchronization

extension MediaItem.State {
  /// Adds a decoded block.
  mutating func append(_ block: MediaItem.Block) {
    if blocks.isEmpty, let time = block.time { firstTime = time }
    blocks.append(block)
    sampleCount += block.samples.count
  }

  /// Takes samples up to the next jump of the time.
  ///
  /// - Returns: The time of the first sample, in seconds.
  mutating func take(_ count: Int, into samples: inout [Float]) -> Double {
    var left = count
    if usedCount == 0, let new = blocks.first?.time { firstTime = new }
    let time = firstTime
    let before = samples.count
    while left > 0, let block = blocks.first {
      if usedCount == 0, block.time != nil, samples.count > before { break }
      let part = min(left, block.samples.count - usedCount)
      samples.append(contentsOf: block.samples[usedCount..<usedCount + part])
      usedCount += part
      left -= part
      if usedCount == block.samples.count {
        blocks.removeFirst()
        usedCount = 0
        keep(block, endingAt: time + duration(ofSamples: samples.count - before))
      }
    }
    let taken = samples.count - before
    sampleCount -= taken
    firstTime = time + duration(ofSamples: taken)
    return time
  }

  /// Seconds by which samples move the time, which are negative in reverse.
  private func duration(ofSamples count: Int) -> Double {
    let frames = count / max(1, info?.format.channelCount ?? 1)
    let seconds = Double(frames) / (sampleRate ?? info?.format.sampleRate ?? 1)
    return isReversed ? -seconds : seconds
  }

  // MARK: The past

  /// Keeps a block that has been taken.
  private mutating func keep(_ block: MediaItem.Block, endingAt end: Double) {
    let start = end - duration(ofSamples: block.samples.count)
    if let last = past.last, let time = last.time,
      abs(time + duration(ofSamples: last.samples.count) - start) > 0.001
    {
      forgetPast()
    }
    past.append(MediaItem.Block(samples: block.samples, time: start))
    pastCount += block.samples.count
    while let first = past.first,
      abs(duration(ofSamples: pastCount - first.samples.count)) >= pastSeconds
    {
      past.removeFirst()
      pastCount -= first.samples.count
    }
  }

  /// Forgets the taken blocks, because the next blocks do not follow them.
  mutating func forgetPast() { (past, pastCount) = ([], 0) }

  /// Goes back to a frame that has been taken.
  ///
  /// - Parameter seconds: The time of the frame.
  /// - Returns: Whether the frame was kept; if not, the state does not change.
  mutating func goBack(to seconds: Double) -> Bool {
    let step = duration(ofSamples: max(1, info?.format.channelCount ?? 1))
    guard step != 0 else { return false }
    let tolerance = abs(step) / 2
    // The frames between the last taken one and the wanted one, counted backwards.
    var missing = ((firstTime - seconds) / step).rounded()
    guard missing >= 0 else { return abs(firstTime - seconds) <= tolerance }
    let channelCount = Double(max(1, info?.format.channelCount ?? 1))
    guard missing * channelCount <= Double(usedCount + pastCount) else { return false }
    sampleCount += Int(missing * channelCount)
    let used = Double(usedCount) / channelCount
    if missing <= used {
      usedCount -= Int(missing * channelCount)
      firstTime = seconds
      return true
    }
    if usedCount > 0, !blocks.isEmpty {
      blocks[0].time = firstTime - step * used
    }
    missing -= used
    usedCount = 0
    while missing > 0, let block = past.popLast() {
      let frames = Double(block.samples.count) / channelCount
      pastCount -= block.samples.count
      blocks.insert(block, at: 0)
      if frames >= missing { usedCount = Int((frames - missing) * channelCount) }
      missing -= frames
    }
    firstTime = seconds
    return true
  }
}

extension MediaItem {
  /// The highest rate for which all frames that wait for a device are kept.
  private static let highestKeptRate = 4.0

  /// Keeps the taken frames that may wait for a device at a rate.
  func keepPast(atRate rate: Float) {
    let factor = min(max(1, Double(abs(rate))), Self.highestKeptRate)
    state.withLock { $0.pastSeconds = Self.leastPastSeconds * factor }
  }

  /// Goes back to a frame that has been taken; returns whether the frame was kept.
  func goBack(to seconds: Double) -> Bool { state.withLock { $0.goBack(to: seconds) } }
}

internal import AudioFiles
internal import AudioModel

extension MediaItem.State {
  /// Adds a decoded block.
  mutating func append(_ block: MediaItem.Block) {
    if blocks.isEmpty, let time = block.time { firstTime = time }
    blocks.append(block)
    sampleCount += block.samples.count
  }

  /// Takes samples up to the next jump of the time.
  ///
  /// - Returns: The time of the first one in seconds.
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
      }
    }
    let taken = samples.count - before
    sampleCount -= taken
    let channelCount = info?.format.channelCount ?? 1
    firstTime += Double(taken / channelCount) / (sampleRate ?? info?.format.sampleRate ?? 1)
    return time
  }
}

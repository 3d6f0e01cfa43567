#if Pictures
  import ToolSupport

  /// The level of a file over time: the lowest and highest sample of each column, and their mean
  /// power.
  struct Waveform {
    /// A column of one channel.
    private struct Column {
      var lowest = Float.infinity
      var highest = -Float.infinity
      var power = 0.0
      var count = 0

      mutating func add(_ sample: Float) {
        lowest = min(lowest, sample)
        highest = max(highest, sample)
        power += Double(sample) * Double(sample)
        count += 1
      }
    }

    private static let peakColour: Canvas.Colour = 0x7FA8D8
    private static let meanColour: Canvas.Colour = 0x20508C

    /// Draws the frames of `source`, and writes the picture.
    static func draw(_ source: LocalFile, title: String, to path: String) throws(ToolFailure) {
      let frames = try FileFrames(source)
      let columns = try columns(of: frames)
      let seconds = Double(frames.frameCount) / frames.sampleRate
      let figure = try Figure(
        title, panels: frames.channelCount, height: 400, least: 60, seconds: seconds)
      for (channel, columns) in columns.enumerated() { draw(columns, channel, in: figure) }
      try figure.canvas.save(path)
    }

    /// The columns of each channel.
    private static func columns(of frames: FileFrames) throws(ToolFailure) -> [[Column]] {
      let width = Int64(Figure.panelWidth)
      var columns = [[Column]](
        repeating: [Column](repeating: Column(), count: Int(width)), count: frames.channelCount)
      var frame: Int64 = 0
      try frames.forEachBlock { block in
        var index = block.startIndex
        while index < block.endIndex {
          // A sample of a short file is as wide as its duration.
          let first = min(frame.scaled(width, frames.frameCount), width - 1)
          let last = max(first, min((frame + 1).scaled(width, frames.frameCount), width) - 1)
          for channel in columns.indices {
            let sample = block[index + channel]
            guard sample.isFinite else { continue }
            for column in Int(first)...Int(last) { columns[channel][column].add(sample) }
          }
          index += columns.count
          frame += 1
        }
      }
      return columns
    }

    private static func draw(_ columns: [Column], _ channel: Int, in figure: Figure) {
      let origin = figure.origin(channel)
      let (left, top) = (Double(origin.x), Double(origin.y))
      let half = Double(figure.panelHeight) / 2
      let middle = top + half
      for (level, text) in [(1.0, "0 dB"), (0.5, "-6"), (0, ""), (-0.5, "-6"), (-1, "0 dB")] {
        let y = half - level * (half - 1)
        figure.canvas.fill(
          left, (top + y).rounded(), Double(Figure.panelWidth), 1, Figure.faintInk)
        // Labels of adjacent panels must not touch.
        figure.label(text, channel, y: y + 4 * level)
      }
      for (index, column) in columns.enumerated() where column.count > 0 {
        let x = left + Double(index)
        let highest = Double(min(max(column.highest, -1), 1)) * half
        let lowest = Double(min(max(column.lowest, -1), 1)) * half
        figure.canvas.fill(x, middle - highest, 1, max(highest - lowest, 1), peakColour)
        let mean = min((column.power / Double(column.count)).squareRoot(), 1) * half
        let (upper, lower) = (min(mean, highest), max(-mean, lowest))
        if upper > lower { figure.canvas.fill(x, middle - upper, 1, upper - lower, meanColour) }
      }
    }
  }

  extension Int64 {
    /// Multiplies by `numerator` and divides by `denominator`.
    fileprivate func scaled(_ numerator: Int64, _ denominator: Int64) -> Int64 {
      let product = multipliedFullWidth(by: numerator)
      return denominator.dividingFullWidth(product).quotient
    }
  }
#endif

#if Pictures
  import Glibc
  import ToolSupport

  /// The frequencies of a file over time, as a column of pixels for each interval; black is -100
  /// dB.
  struct Spectrogram {
    /// The largest distance between spectra in frames: half of one.
    private static let longestStep = Spectrum.length / 2
    /// The level of black, in decibels below a full-scale sine.
    private static let range: Float = 100
    /// Colors from the lowest level to the highest, in equal steps.
    private static let colours: [(Float, Float, Float)] = [
      (0, 0, 0), (36, 18, 84), (112, 26, 112), (196, 56, 76), (240, 132, 40), (252, 222, 130),
      (255, 255, 255),
    ]

    private let spectrum: Spectrum
    private let rowCount: Int
    private let frameCount: Int64
    /// The distance between spectra in frames.
    private let step: Int
    /// The frames of the channel that later spectra need; the first is at `start`.
    private var held: [Float]
    private var start: Int64
    /// The frame in the middle of the next spectrum.
    private var next: Int64 = 0
    private var sums = [Float](repeating: 0, count: Spectrum.bandCount)
    private var count = 0
    private var column = 0
    private var pixels: [Canvas.Colour]

    /// Draws the frames of `source`, and writes the picture.
    static func draw(_ source: LocalFile, title: String, to path: String) throws(ToolFailure) {
      let frames = try FileFrames(source)
      let seconds = Double(frames.frameCount) / frames.sampleRate
      let figure = try Figure(
        title, panels: frames.channelCount, height: 512, least: 64, seconds: seconds)
      let spectrum = try Spectrum()
      var channels = (0..<frames.channelCount).map { _ in
        Spectrogram(spectrum, rowCount: figure.panelHeight, frames.frameCount)
      }
      try frames.forEachBlock { block in
        for channel in channels.indices {
          let samples = stride(
            from: block.startIndex + channel, to: block.endIndex, by: channels.count
          ).map { block[$0].isFinite ? block[$0] : 0 }
          channels[channel].add(samples)
        }
      }
      for channel in channels.indices {
        channels[channel].finish()
        let origin = figure.origin(channel)
        figure.canvas.draw(
          channels[channel].pixels, width: Figure.panelWidth, atX: origin.x, y: origin.y)
        drawFrequencies(frames.sampleRate / 2, channel, in: figure)
      }
      try figure.canvas.save(path)
    }

    private init(_ spectrum: Spectrum, rowCount: Int, _ frameCount: Int64) {
      self.spectrum = spectrum
      self.rowCount = rowCount
      self.frameCount = frameCount
      step = Int(min(max(frameCount / Int64(Figure.panelWidth), 1), Int64(Self.longestStep)))
      // The middle of the first spectrum is the first frame.
      held = [Float](repeating: 0, count: Spectrum.length / 2)
      start = -Int64(Spectrum.length / 2)
      pixels = [Canvas.Colour](repeating: 0, count: Figure.panelWidth * rowCount)
    }

    private mutating func add(_ samples: [Float]) {
      held += samples
      transform()
    }

    private mutating func finish() {
      held += [Float](repeating: 0, count: Spectrum.length)
      transform()
      endColumn(before: Figure.panelWidth)
    }

    /// Computes all complete spectra.
    private mutating func transform() {
      var place = Int(next - Int64(Spectrum.length / 2) - start)
      while next < frameCount, place + Spectrum.length <= held.count {
        let here = Int(Double(next) / Double(frameCount) * Double(Figure.panelWidth))
        if here > column, count > 0 { endColumn(before: here) }
        spectrum.add(held[place..<place + Spectrum.length], to: &sums)
        count += 1
        place += step
        next += Int64(step)
      }
      let done = min(place, held.count)
      held.removeFirst(done)
      start += Int64(done)
    }

    /// Draws the mean of the spectra since the last column, up to the column `end`.
    private mutating func endColumn(before end: Int) {
      guard count > 0 else { return }
      for row in 0..<rowCount {
        // Draws the strongest band of each row, so that a pure tone remains visible.
        let above = (rowCount - row) * (Spectrum.bandCount - 1) / rowCount
        let first = min((rowCount - row - 1) * (Spectrum.bandCount - 1) / rowCount, above - 1)
        let power = (sums[max(first, 0)..<max(above, 1)].max() ?? 0) / Float(count)
        let colour = Self.colour(ofPower: power)
        for column in column..<min(end, Figure.panelWidth) {
          pixels[row * Figure.panelWidth + column] = colour
        }
      }
      column = end
      count = 0
      sums = [Float](repeating: 0, count: Spectrum.bandCount)
    }

    private static func colour(ofPower power: Float) -> Canvas.Colour {
      let level = 10 * log10(max(power, 1e-20))
      let place = min(max(1 + level / range, 0), 1) * Float(colours.count - 1)
      let index = min(Int(place), colours.count - 2)
      let share = place - Float(index)
      let (low, high) = (colours[index], colours[index + 1])
      func mix(_ low: Float, _ high: Float) -> Canvas.Colour {
        Canvas.Colour(low + (high - low) * share + 0.5)
      }
      return mix(low.0, high.0) << 16 | mix(low.1, high.1) << 8 | mix(low.2, high.2)
    }

    private static func drawFrequencies(_ highest: Double, _ panel: Int, in figure: Figure) {
      let height = Double(figure.panelHeight)
      for share in figure.panelHeight >= 200 ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5] {
        let text = Numbers.fixed(highest * share / 1000, decimals: 1) + " kHz"
        figure.label(text, panel, y: height * (1 - share) + (share == 0 ? -4 : share == 1 ? 4 : 0))
      }
    }
  }
#endif

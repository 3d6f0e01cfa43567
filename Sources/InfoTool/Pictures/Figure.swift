#if Pictures
  import Glibc
  import ToolSupport

  /// The common parts of all pictures: a title, a panel for each channel, and a time axis.
  struct Figure {
    /// The width of a panel in pixels.
    static let panelWidth = 1200
    /// The distance between panels in pixels.
    private static let gap = 8
    private static let left = 64
    private static let right = 24
    private static let top = 32
    private static let bottom = 32

    static let background: Canvas.Colour = 0xFFFFFF
    static let ink: Canvas.Colour = 0x303030
    static let faintInk: Canvas.Colour = 0xD8D8D8

    let canvas: Canvas
    /// The height of a panel in pixels.
    let panelHeight: Int

    /// Makes a figure whose panels share `height` pixels, but have at least `least` each.
    init(
      _ title: String, panels: Int, height: Int, least: Int, seconds: Double
    ) throws(ToolFailure) {
      panelHeight = max(height / panels, least)
      let panelsHeight = panels * (panelHeight + Self.gap) - Self.gap
      canvas = try Canvas(
        width: Self.left + Self.panelWidth + Self.right,
        height: Self.top + panelsHeight + Self.bottom, Self.background)
      canvas.write(title, Double(Self.left), Double(Self.top - 12), Self.ink)
      drawTimes(seconds, below: Double(Self.top + panelsHeight))
    }

    /// The upper left pixel of a panel.
    func origin(_ panel: Int) -> (x: Int, y: Int) {
      (Self.left, Self.top + panel * (panelHeight + Self.gap))
    }

    /// Writes a label beside a panel, `y` pixels below its top.
    func label(_ text: String, _ panel: Int, y: Double) {
      let origin = origin(panel)
      canvas.write(text, Double(origin.x - 8), Double(origin.y) + y + 4, alignment: 1, Self.ink)
    }

    /// The possible distances between marks, in seconds.
    private static let steps: [Double] = [
      0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15,
      30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 36_000,
    ]

    private func drawTimes(_ seconds: Double, below y: Double) {
      let step = Self.steps.first { seconds / $0 <= 12 } ?? seconds / 12
      var mark = 0
      while Double(mark) * step <= seconds {
        let time = Double(mark) * step
        let x = Double(Self.left) + time / seconds * Double(Self.panelWidth)
        canvas.fill(x.rounded(), y, 1, 5, Self.ink)
        canvas.write(Self.text(of: time, step), x, y + 19, alignment: 0.5, Self.ink)
        mark += 1
      }
    }

    /// The text of a time at marks `step` seconds apart.
    static func text(of time: Double, _ step: Double) -> String {
      guard step < 1 else { return Numbers.clock(time.rounded()) }
      let decimals = min(max(0, Int((-log10(step)).rounded(.up))), 6)
      return Numbers.fixed(time, decimals: decimals) + " s"
    }
  }
#endif

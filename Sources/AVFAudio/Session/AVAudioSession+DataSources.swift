/// The data sources of ports, which sound servers do not have.
extension AVAudioSession {
  /// The location of a data source on the machine.
  public struct Location: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the location.
    public var rawValue: String

    /// Makes a location from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// At the upper end.
    public static let upper = Location(rawValue: "Upper")
    /// At the lower end.
    public static let lower = Location(rawValue: "Lower")
  }

  /// The direction that a data source faces.
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the orientation.
    public var rawValue: String

    /// Makes an orientation from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Up.
    public static let top = Orientation(rawValue: "Top")
    /// Down.
    public static let bottom = Orientation(rawValue: "Bottom")
    /// The side of the screen.
    public static let front = Orientation(rawValue: "Front")
    /// Away from the screen.
    public static let back = Orientation(rawValue: "Back")
    /// To the left.
    public static let left = Orientation(rawValue: "Left")
    /// To the right.
    public static let right = Orientation(rawValue: "Right")
  }

  /// The directions that a data source is sensitive to.
  public struct PolarPattern: RawRepresentable, Hashable, Sendable {
    /// Apple's name of the pattern.
    public var rawValue: String

    /// Makes a pattern from Apple's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// All directions equally.
    public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
    /// Mostly the front.
    public static let cardioid = PolarPattern(rawValue: "Cardioid")
    /// Mainly the front, and less the back.
    public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
    /// Left and right separately.
    public static let stereo = PolarPattern(rawValue: "Stereo")
  }

  /// The data sources of the input port; always `nil`.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The selected data source of the input port; always `nil`.
  public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// The data sources of the output port; always `nil`.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The selected data source of the output port; always `nil`.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Selects the data source of the input port.
  ///
  /// - Parameter dataSource: Always `nil`, because no data sources exist.
  /// - Throws: This implementation never throws.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}

  /// Selects the data source of the output port.
  ///
  /// - Parameter dataSource: Always `nil`, because no data sources exist.
  /// - Throws: This implementation never throws.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}
}

extension AVAudioSessionPortDescription {
  /// The data sources of the port; always `nil`.
  public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The selected data source; always `nil`.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// The preferred data source; always `nil`.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Sets the preferred data source.
  ///
  /// - Parameter dataSource: Always `nil`, because no data sources exist.
  /// - Throws: This implementation never throws.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}

  /// Whether the device processes voice calls in hardware; always `false`, because servers do not
  /// report it.
  public var hasHardwareVoiceCallProcessing: Bool { false }
  /// Whether the port supports spatial audio; always `false` on Linux.
  public var isSpatialAudioEnabled: Bool { false }
}

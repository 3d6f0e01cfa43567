/// Parts of ports, of which there are none on a sound server.
extension AVAudioSession {
  /// Where on the machine a data source is.
  public struct Location: RawRepresentable, Hashable, Sendable {
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// At the upper end.
    public static let upper = Location(rawValue: "Upper")
    /// At the lower end.
    public static let lower = Location(rawValue: "Lower")
  }

  /// Which way a data source faces.
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Up.
    public static let top = Orientation(rawValue: "Top")
    /// Down.
    public static let bottom = Orientation(rawValue: "Bottom")
    /// As the screen.
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
    /// What Apple knows it by.
    public var rawValue: String

    /// Makes one of what Apple knows it by.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// All alike.
    public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
    /// One side, and hardly the other.
    public static let cardioid = PolarPattern(rawValue: "Cardioid")
    /// One side, and the other less.
    public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
    /// Left and right apart.
    public static let stereo = PolarPattern(rawValue: "Stereo")
  }

  /// The data sources of the port that records: `nil`, since it has none.
  public var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The data source that records: `nil`.
  public var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// The data sources of the port that plays: `nil`, since it has none.
  public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The data source that plays: `nil`.
  public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Leaves the choice of what records to the port.
  ///
  /// - Parameter dataSource: `nil`, since there is nothing else.
  /// - Throws: Nothing here.
  public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}

  /// Leaves the choice of what plays to the port.
  ///
  /// - Parameter dataSource: `nil`, since there is nothing else.
  /// - Throws: Nothing here.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}
}

extension AVAudioSessionPortDescription {
  /// Its parts: `nil`, since it has none.
  public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// The part in use: `nil`.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// The part that was chosen: `nil`.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }

  /// Leaves the choice to the port.
  ///
  /// - Parameter dataSource: `nil`, since there is nothing else.
  /// - Throws: Nothing here.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}

  /// Whether the device takes echo and noise out of a voice by itself: not that a server would know.
  public var hasHardwareVoiceCallProcessing: Bool { false }
  /// Whether sound is placed around the listener: nothing on Linux does that to a port.
  public var isSpatialAudioEnabled: Bool { false }
}

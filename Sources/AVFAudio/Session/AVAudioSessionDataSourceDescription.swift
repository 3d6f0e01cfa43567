public import Foundation

/// A part of a port that the user can select, such as one of several microphones.
///
/// The ports of sound servers have no parts, so no instances exist, and lists of them are `nil`.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
  private let nothing: @Sendable () -> Never

  /// Never called, because no function has the type of `nothing`.
  private init(_ nothing: @escaping @Sendable () -> Never) {
    self.nothing = nothing
    super.init()
  }

  /// Identifies the data source in its port.
  public var dataSourceID: NSNumber { nothing() }
  /// The display name of the data source.
  public var dataSourceName: String { nothing() }
  /// The location of the data source on the machine.
  public var location: AVAudioSession.Location? { nothing() }
  /// The direction that the data source faces.
  public var orientation: AVAudioSession.Orientation? { nothing() }
  /// The available polar patterns.
  public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nothing() }
  /// The current polar pattern.
  public var selectedPolarPattern: AVAudioSession.PolarPattern? { nothing() }
  /// The preferred polar pattern.
  public var preferredPolarPattern: AVAudioSession.PolarPattern? { nothing() }

  /// Sets the preferred polar pattern.
  ///
  /// - Parameter pattern: One of ``supportedPolarPatterns``, or `nil` for no preference.
  /// - Throws: This implementation never throws.
  public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    nothing()
  }
}

public import Foundation

/// A part of a port that is chosen apart from it, as one microphone of several.
///
/// Sound servers have ports and no parts of them, so there is none of these: what would list them is `nil`.
public final class AVAudioSessionDataSourceDescription: NSObject, Sendable {
  private let nothing: @Sendable () -> Never

  /// Never called, since nobody has such a function.
  private init(_ nothing: @escaping @Sendable () -> Never) {
    self.nothing = nothing
    super.init()
  }

  /// Tells it from the others of its port.
  public var dataSourceID: NSNumber { nothing() }
  /// What people know it by.
  public var dataSourceName: String { nothing() }
  /// Where on the machine it is.
  public var location: AVAudioSession.Location? { nothing() }
  /// Which way it faces.
  public var orientation: AVAudioSession.Orientation? { nothing() }
  /// The directions that it can be sensitive to.
  public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nothing() }
  /// The directions that it is sensitive to.
  public var selectedPolarPattern: AVAudioSession.PolarPattern? { nothing() }
  /// The directions that were chosen.
  public var preferredPolarPattern: AVAudioSession.PolarPattern? { nothing() }

  /// Chooses the directions that it is to be sensitive to.
  ///
  /// - Parameter pattern: One of ``supportedPolarPatterns``, or `nil` for none in particular.
  /// - Throws: Nothing here.
  public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    nothing()
  }
}

package import AudioDevices

/// The purpose and the preferences of a session.
package struct SessionSetup: Equatable, Sendable {
  package enum Category: CaseIterable, Sendable {
    case ambient, soloAmbient, playback, record, playAndRecord, processing, multiRoute

    package var plays: Bool { self != .record && self != .processing }

    package var records: Bool {
      self == .record || self == .playAndRecord || self == .multiRoute
    }
  }

  package enum Mode: CaseIterable, Sendable {
    case usual, voiceChat, gameChat, videoRecording, measurement, moviePlayback, videoChat
    case spokenAudio, voicePrompt

    /// Whether the mode is for conversation.
    var isChat: Bool { self == .voiceChat || self == .gameChat || self == .videoChat }

    /// Whether the mode is allowed in a category.
    package func isAllowed(in category: Category) -> Bool {
      switch self {
      case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
      case .videoRecording: category == .playAndRecord || category == .record
      case .moviePlayback: category == .playback
      case .measurement:
        category == .playAndRecord || category == .record || category == .playback
      case .usual, .spokenAudio, .voicePrompt: true
      }
    }
  }

  /// Options, with the raw values that clients know.
  package struct Options: OptionSet, Sendable {
    package var rawValue: UInt

    package init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    package static let mixWithOthers = Options(rawValue: 1)
    package static let duckOthers = Options(rawValue: 2)
    package static let allowBluetooth = Options(rawValue: 4)
    package static let defaultToSpeaker = Options(rawValue: 8)
  }

  package var category = Category.soloAmbient
  package var mode = Mode.usual
  package var options: Options = []
  /// The route sharing policy, by the number that clients know.
  package var sharingPolicy: UInt = 0
  /// The preferred rate in hertz, buffer length in seconds, and channel counts; 0 means no
  /// preference.
  package var sampleRate = 0.0
  package var bufferSeconds = 0.0
  package var inputChannels = 0
  package var outputChannels = 0

  package init() {}

  /// Whether the settings are consistent.
  package var isConsistent: Bool {
    guard mode.isAllowed(in: category) else { return false }
    if options.contains(.defaultToSpeaker), category != .playAndRecord { return false }
    if options.contains(.allowBluetooth), category != .record, category != .playAndRecord {
      return false
    }
    let mixes = options.contains(.mixWithOthers) || options.contains(.duckOthers)
    guard !mixes || (category != .soloAmbient && category != .record) else { return false }
    return sampleRate.isFinite && sampleRate >= 0 && bufferSeconds.isFinite && bufferSeconds >= 0
  }

  /// The role of the streams, for the server.
  package var role: StreamRole {
    let isTalk = category == .playAndRecord && mode.isChat
    if isTalk || options.contains(.duckOthers) { return .phone }
    switch category {
    case .ambient: return .game
    case .multiRoute, .processing: return .production
    case .playback where mode == .moviePlayback: return .video
    case _ where mode == .measurement: return .production
    default: return .music
    }
  }
}

internal import CoreAudioTypes

/// An input or output of a unit.
struct UnitElement {
  var format = UnitFormat.standard(sampleRate: 44_100, channelCount: 2)
  /// Whether the client has set the format.
  var hasOwnFormat = false
  var source = UnitSource.empty
}

extension [UnitElement] {
  /// The channels of all elements.
  var channelCount: Int { reduce(0) { $0 + Int($1.format.mChannelsPerFrame) } }
}

/// The part of the first input's format that outputs use if the client has not set their format.
enum UnitFollowing: Sendable {
  case never
  /// The rate.
  case rate
  /// The rate and the channels.
  case format
}

/// The settings of a unit.
struct UnitSettings {
  var inputs: [UnitElement]
  var outputs: [UnitElement]
  /// The maximum number of frames of a call that renders.
  var mostFrames = 1_156
  var listeners: [UnitListener] = []
  var notifications: [RenderNotification] = []
  /// The memory while the unit is initialized.
  var prepared: PreparedUnit?

  /// The channels of all inputs and outputs.
  var channelCount: Int { inputs.channelCount + outputs.channelCount }

  /// Checks that all outputs, and all inputs in use, have the same rate.
  func checkRates() throws(StatusError) {
    let rate = outputs[0].format.mSampleRate
    // An input that has no source may keep its format.
    let used = inputs.filter { !$0.source.isEmpty || $0.hasOwnFormat }
    guard (used + outputs).allSatisfy({ $0.format.mSampleRate == rate }) else {
      throw StatusError(kAudioUnitErr_FormatNotSupported)
    }
  }

  subscript(part: UnitPart) -> UnitElement? {
    get {
      let elements = part.scope == kAudioUnitScope_Input ? inputs : outputs
      return elements.indices.contains(part.element) ? elements[part.element] : nil
    }
    set {
      guard let newValue, self[part] != nil else { return }
      if part.scope == kAudioUnitScope_Input {
        inputs[part.element] = newValue
      } else {
        outputs[part.element] = newValue
      }
    }
  }
}

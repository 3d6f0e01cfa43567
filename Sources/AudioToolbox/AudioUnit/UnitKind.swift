internal import CoreAudioTypes

/// A kind of units: how to find, describe, and make them.
struct UnitKind: Sendable {
  var type: UInt32
  var subType: UInt32
  /// The name for users.
  var name: String
  /// The inputs and outputs of a new unit.
  var inputCount = 1
  var outputCount = 1
  /// The maximum numbers of inputs and outputs that a client may set.
  var mostInputs = 1
  var mostOutputs = 1
  var parameters: [UnitParameter] = []
  var presets: [UnitPreset] = []
  var manufacturer = kAudioUnitManufacturer_Apple
  /// Makes a unit for the number of its component.
  var builder: @Sendable (UnitKind, UInt) -> UnitInstance

  init(
    _ type: UInt32, _ subType: UInt32, _ name: String,
    builder: @escaping @Sendable (UnitKind, UInt) -> UnitInstance
  ) {
    self.type = type
    self.subType = subType
    self.name = name
    self.builder = builder
  }

  /// A copy of this kind with a change.
  func with(_ change: (inout UnitKind) -> Void) -> UnitKind {
    var kind = self
    change(&kind)
    return kind
  }

  func make(_ component: UInt) -> UnitInstance { builder(self, component) }

  var description: AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: manufacturer, componentFlags: 0,
      componentFlagsMask: 0)
  }
}

extension Component {
  /// The units of this library.
  static let units = [
    UnitKind.outputs, UnitKind.instruments, UnitKind.converters, UnitKind.effects,
    UnitKind.mixers, UnitKind.players,
  ].joined().map {
    Component(kind: .unit($0), description: $0.description, name: "OpenCoreAudio: \($0.name)")
  }
}

extension UnitKind {
  /// The units that play, and the one that the client pulls.
  static let outputs: [UnitKind] = [
    output(kAudioUnitSubType_DefaultOutput, "DefaultOutputUnit"),
    output(kAudioUnitSubType_SystemOutput, "SystemOutputUnit"),
    output(kAudioUnitSubType_HALOutput, "AUHAL"),
    output(kAudioUnitSubType_RemoteIO, "AURemoteIO"),
    output(kAudioUnitSubType_VoiceProcessingIO, "AUVoiceIO"),
    UnitKind(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput, "GenericOutput") {
      GenericOutputUnit(kind: $0, component: $1)
    },
  ]

  private static func output(_ subType: UInt32, _ name: String) -> UnitKind {
    UnitKind(kAudioUnitType_Output, subType, name) { OutputUnit(kind: $0, component: $1) }
      .with {
        $0.parameters = [
          UnitParameter(kHALOutputParam_Volume, "Volume", .linearGain, 0...1, 1)
        ]
      }
  }
}

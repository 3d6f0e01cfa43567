/// The content of an event at a time of a track.
package enum EventContent: Equatable, Sendable {
  case note(Note)
  /// A channel message that is not part of a note.
  case channel(ChannelMessage)
  /// Bytes of a system exclusive message, which starts with 0xF0, or other bytes to send.
  case raw([UInt8])
  case meta(MetaEvent)
  /// Beats a minute.
  case tempo(Double)
  indirect case extendedNote(ExtendedNote)
  case extendedControl(ExtendedControl)
  case parameter(ParameterChange)
  case preset(PresetChange)
  /// A client's bytes, for its callback.
  case user([UInt8])

  /// The length of notes in beats; 0 for other events.
  package var duration: Double {
    switch self {
    case .note(let note): Double(note.duration)
    case .extendedNote(let note): Double(note.duration)
    default: 0
    }
  }

  /// Whether this is a change of the tempo.
  package var isTempo: Bool {
    if case .tempo = self { true } else { false }
  }
}

/// A note with its length.
package struct Note: Hashable, Sendable {
  package var channel: UInt8
  package var key: UInt8
  package var velocity: UInt8
  package var releaseVelocity: UInt8
  /// Beats.
  package var duration: Float

  package init(
    channel: UInt8, key: UInt8, velocity: UInt8, releaseVelocity: UInt8, duration: Float
  ) {
    self.channel = channel
    self.key = key
    self.velocity = velocity
    self.releaseVelocity = releaseVelocity
    self.duration = duration
  }
}

/// A note with a fractional pitch and more controls.
package struct ExtendedNote: Hashable, Sendable {
  package struct Control: Hashable, Sendable {
    package var id: UInt32
    package var value: Float

    package init(id: UInt32, value: Float) {
      self.id = id
      self.value = value
    }
  }

  package var instrument: UInt32
  package var group: UInt32
  /// Beats.
  package var duration: Float
  /// Semitones.
  package var pitch: Float
  package var velocity: Float
  package var controls: [Control] = []

  package init(
    instrument: UInt32, group: UInt32, duration: Float, pitch: Float, velocity: Float
  ) {
    self.instrument = instrument
    self.group = group
    self.duration = duration
    self.pitch = pitch
    self.velocity = velocity
  }
}

/// A change of a control of a group of notes.
package struct ExtendedControl: Hashable, Sendable {
  package var group: UInt32
  package var control: UInt32
  package var value: Float

  package init(group: UInt32, control: UInt32, value: Float) {
    self.group = group
    self.control = control
    self.value = value
  }
}

/// A change of a parameter of a unit.
package struct ParameterChange: Hashable, Sendable {
  package var parameter: UInt32
  package var scope: UInt32
  package var element: UInt32
  package var value: Float

  package init(parameter: UInt32, scope: UInt32, element: UInt32, value: Float) {
    self.parameter = parameter
    self.scope = scope
    self.element = element
    self.value = value
  }
}

/// All settings of a unit, as an object of the client.
package struct PresetChange: Equatable, Sendable {
  package var scope: UInt32
  package var element: UInt32
  package var preset: any PresetObject

  package init(scope: UInt32, element: UInt32, preset: any PresetObject) {
    self.scope = scope
    self.element = element
    self.preset = preset
  }

  package static func == (one: PresetChange, other: PresetChange) -> Bool {
    one.scope == other.scope && one.element == other.element && one.preset === other.preset
  }
}

/// The settings of a unit, which sequences store without reading them.
package protocol PresetObject: AnyObject, Sendable {}

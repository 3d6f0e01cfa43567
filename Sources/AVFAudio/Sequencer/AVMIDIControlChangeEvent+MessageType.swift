extension AVMIDIControlChangeEvent {
  /// The controllers with names.
  public enum MessageType: Int, Sendable {
    /// The bank.
    case bankSelect = 0
    /// The modulation wheel.
    case modWheel = 1
    /// The breath controller.
    case breath = 2
    /// The foot controller.
    case foot = 4
    /// The time of a slide between notes.
    case portamentoTime = 5
    /// The value of a parameter.
    case dataEntry = 6
    /// The volume.
    case volume = 7
    /// The balance of two sources.
    case balance = 8
    /// The place between the speakers.
    case pan = 10
    /// A part of the volume.
    case expression = 11
    /// The sustain pedal.
    case sustain = 64
    /// Slides between notes.
    case portamento = 65
    /// The sostenuto pedal.
    case sostenuto = 66
    /// The soft pedal.
    case soft = 67
    /// The legato pedal.
    case legatoPedal = 68
    /// A second sustain pedal.
    case hold2Pedal = 69
    /// The resonance of the filter.
    case filterResonance = 71
    /// The time of the end of notes.
    case releaseTime = 72
    /// The time of the start of notes.
    case attackTime = 73
    /// The cutoff of the filter.
    case brightness = 74
    /// The time of decay.
    case decayTime = 75
    /// The rate of the vibrato.
    case vibratoRate = 76
    /// The depth of the vibrato.
    case vibratoDepth = 77
    /// The delay of the vibrato.
    case vibratoDelay = 78
    /// The level of the reverb.
    case reverbLevel = 91
    /// The level of the chorus.
    case chorusLevel = 93
    /// The lower part of a parameter's number.
    case RPN_LSB = 100
    /// The upper part of a parameter's number.
    case RPN_MSB = 101
    /// Ends all sound.
    case allSoundOff = 120
    /// Sets all controllers to their standards.
    case resetAllControllers = 121
    /// Ends all notes.
    case allNotesOff = 123
    /// Receives one channel.
    case omniModeOff = 124
    /// Receives all channels.
    case omniModeOn = 125
    /// Plays one note at a time.
    case monoModeOn = 126
    /// Plays several notes at a time.
    case monoModeOff = 127
  }
}

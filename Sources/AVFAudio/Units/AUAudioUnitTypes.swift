public import AudioToolbox
public import Foundation

/// A MIDI channel, from 0 to 15.
public typealias MIDIChannelNumber = UInt8
/// A status of a call that renders.
public typealias AUAudioUnitStatus = OSStatus

/// The time of an event that takes effect with the next frames.
///
/// Add the offset of a frame, at most 4,096, to mean that frame of the next call that renders.
public let AUEventSampleTimeImmediate: AUEventSampleTime = -4_294_967_296

/// The side of a bus.
public enum AUAudioUnitBusType: Int, Sendable {
  /// An input.
  case input = 1
  /// An output.
  case output = 2
}

/// A closure that provides the frames of an input.
public typealias AURenderPullInputBlock = (
  _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
  _ inputBusNumber: Int, _ inputData: UnsafeMutablePointer<AudioBufferList>
) -> AUAudioUnitStatus

/// A closure that renders the frames of an output.
public typealias AURenderBlock = (
  _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
  _ outputBusNumber: Int, _ outputData: UnsafeMutablePointer<AudioBufferList>,
  _ pullInputBlock: AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// The closure with which a subclass renders the frames of an output.
public typealias AUInternalRenderBlock = (
  _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
  _ outputBusNumber: Int, _ outputData: UnsafeMutablePointer<AudioBufferList>,
  _ realtimeEventListHead: UnsafePointer<AURenderEvent>?,
  _ pullInputBlock: AURenderPullInputBlock?
) -> AUAudioUnitStatus

/// A closure that runs before and after each call that renders.
public typealias AURenderObserver = (
  _ actionFlags: AudioUnitRenderActionFlags, _ timestamp: UnsafePointer<AudioTimeStamp>,
  _ frameCount: AUAudioFrameCount, _ outputBusNumber: Int
) -> Void

/// A closure that schedules a change of a parameter.
public typealias AUScheduleParameterBlock = (
  _ eventSampleTime: AUEventSampleTime, _ rampDurationSampleFrames: AUAudioFrameCount,
  _ parameterAddress: AUParameterAddress, _ value: AUValue
) -> Void

/// A closure that schedules a MIDI message.
public typealias AUScheduleMIDIEventBlock = (
  _ eventSampleTime: AUEventSampleTime, _ cable: UInt8, _ length: Int,
  _ midiBytes: UnsafePointer<UInt8>
) -> Void

/// A closure to which a unit sends MIDI messages.
public typealias AUMIDIOutputEventBlock = (
  _ eventSampleTime: AUEventSampleTime, _ cable: UInt8, _ length: Int,
  _ midiBytes: UnsafePointer<UInt8>
) -> OSStatus

/// A closure with which the host states its tempo and its place in the music.
public typealias AUHostMusicalContextBlock = (
  _ currentTempo: UnsafeMutablePointer<Double>?,
  _ timeSignatureNumerator: UnsafeMutablePointer<Double>?,
  _ timeSignatureDenominator: UnsafeMutablePointer<Int>?,
  _ currentBeatPosition: UnsafeMutablePointer<Double>?,
  _ sampleOffsetToNextBeat: UnsafeMutablePointer<Int>?,
  _ currentMeasureDownbeatPosition: UnsafeMutablePointer<Double>?
) -> Bool

/// A closure with which the host states whether it plays or records.
public typealias AUHostTransportStateBlock = (
  _ transportStateFlags: UnsafeMutablePointer<AUHostTransportStateFlags>?,
  _ currentSamplePosition: UnsafeMutablePointer<Double>?,
  _ cycleStartBeatPosition: UnsafeMutablePointer<Double>?,
  _ cycleEndBeatPosition: UnsafeMutablePointer<Double>?
) -> Bool

/// A closure that is called when the frames of an input are available.
public typealias AUInputHandler = (
  _ actionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
  _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
  _ inputBusNumber: Int
) -> Void

/// The state of the host.
public struct AUHostTransportStateFlags: OptionSet, Sendable {
  /// The flags as bits.
  public let rawValue: UInt

  /// Makes flags from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The state has changed since the last call.
  public static let changed = AUHostTransportStateFlags(rawValue: 1)
  /// The host plays.
  public static let moving = AUHostTransportStateFlags(rawValue: 2)
  /// The host records, or is ready to.
  public static let recording = AUHostTransportStateFlags(rawValue: 4)
  /// The host repeats a part.
  public static let cycling = AUHostTransportStateFlags(rawValue: 8)
}

/// The settings of a unit by name.
open class AUAudioUnitPreset: NSObject {
  /// The number: 0 or more for the unit's own settings, and less for those of a user.
  open var number = 0
  /// The name for users.
  open var name = ""

  /// Makes a preset with the number 0 and without a name.
  public override init() { super.init() }

  convenience init(number: Int, name: String) {
    self.init()
    (self.number, self.name) = (number, name)
  }
}

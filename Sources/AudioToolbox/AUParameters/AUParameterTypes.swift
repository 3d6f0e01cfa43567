public import CoreAudioTypes

/// A closure that receives the address and the new value of a parameter.
public typealias AUParameterObserver = (
  _ address: AUParameterAddress, _ value: AUValue
) -> Void

/// A closure that receives new values for a recording.
public typealias AUParameterRecordingObserver = (
  _ numberOfEvents: Int, _ events: UnsafePointer<AURecordedParameterEvent>
) -> Void

/// A closure that receives the changes that a user makes.
public typealias AUParameterAutomationObserver = (
  _ numberOfEvents: Int, _ events: UnsafePointer<AUParameterAutomationEvent>
) -> Void

/// The registration of an observer, which is never dereferenced.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer

/// A closure with which an audio unit takes a new value of a parameter.
public typealias AUImplementorValueObserver = (
  _ param: AUParameter, _ value: AUValue
) -> Void

/// A closure with which an audio unit states the present value of a parameter.
public typealias AUImplementorValueProvider = (_ param: AUParameter) -> AUValue

/// A closure that turns a value into text; `nil` stands for the parameter's present value.
public typealias AUImplementorStringFromValueCallback = (
  _ param: AUParameter, _ value: UnsafePointer<AUValue>?
) -> String

/// A closure that turns text into a value.
public typealias AUImplementorValueFromStringCallback = (
  _ param: AUParameter, _ string: String
) -> AUValue

/// A closure that returns the name of a node, with at most the given number of characters.
public typealias AUImplementorDisplayNameWithLengthCallback = (
  _ node: AUParameterNode, _ desiredLength: Int
) -> String

internal import CoreAudioTypes
internal import Synchronization

extension AudioUnitObject {
  /// Calls the listeners of a property, while no lock is held.
  final func notify(_ property: AudioUnitPropertyID, _ part: UnitPart) {
    let listeners = settings.withLock { $0.listeners.filter { $0.property == property } }
    for listener in listeners { listener.call(reference, part) }
  }

  /// The index of a parameter, and the place of an element that exists.
  func place(
    of parameter: AudioUnitParameterID, _ part: UnitPart
  ) throws(StatusError) -> (index: Int, element: Int) {
    guard let index = parameters.index(parameter, part.scope) else {
      throw StatusError(kAudioUnitErr_InvalidParameter)
    }
    let place: Int?
    if let elements = parameters.all[index].elements {
      place = elements.place(AudioUnitElement(truncatingIfNeeded: part.element))
    } else {
      place = part.element < elementCount(part.scope) ? part.element : nil
    }
    guard let place, hasElement(place, parameters.all[index]) else {
      throw StatusError(kAudioUnitErr_InvalidElement)
    }
    return (index, place)
  }

  /// The number of elements of a scope.
  func elementCount(_ scope: AudioUnitScope) -> Int { facts.elementCount(scope) }

  /// The rate of the output, in hertz.
  var sampleRate: Double { facts.sampleRate }

  /// Adds a change in the next slice.
  func add(_ event: UnitEvent) throws(StatusError) {
    guard events.add(event) else { throw StatusError(kAudioUnitErr_CannotDoInCurrentContext) }
  }

  /// Adds a change from the client.
  func schedule(_ event: AudioUnitParameterEvent, _ part: UnitPart) throws(StatusError) {
    let (index, element) = try place(of: event.parameter, part)
    let parameter = parameters.all[index]
    switch event.eventType {
    case .parameterEvent_Immediate:
      let change = unsafe event.eventValues.immediate
      let value = try parameter.limited(change.value, at: sampleRate)
      try add(
        UnitEvent(
          parameter: index, element: element, offset: Int(change.bufferOffset),
          first: value, last: value))
    case .parameterEvent_Ramped:
      let ramp = unsafe event.eventValues.ramp
      try add(
        UnitEvent(
          parameter: index, element: element, offset: Int(ramp.startBufferOffset),
          duration: Int(ramp.durationInFrames),
          first: parameter.limited(ramp.startValue, at: sampleRate),
          last: parameter.limited(ramp.endValue, at: sampleRate)))
    default: throw StatusError(kAudio_ParamError)
    }
  }
}

internal import AudioToolbox
public import Foundation

/// A function that receives an event, its time, and whether to remove it; it can change all three.
public typealias AVMusicEventEnumerationBlock = (
  AVMusicEvent, UnsafeMutablePointer<AVMusicTimeStamp>, UnsafeMutablePointer<ObjCBool>
) -> Void

extension AVMusicTrack {
  /// Adds an event.
  ///
  /// - Parameters:
  ///   - event: The event, which is copied.
  ///   - beat: The time, 0 or more.
  public func addEvent(_ event: AVMusicEvent, at beat: AVMusicTimeStamp) {
    require(add(event.kind, event.bytes, at: beat), "addEvent")
    withExtendedLifetime(event) {}
  }

  private func add(
    _ kind: MusicEventType, _ bytes: [UInt8], at beat: AVMusicTimeStamp
  ) -> OSStatus {
    // Safe: the bytes are a structure of the kind, and are alive during the call.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let event = bytes.baseAddress else { return kAudio_ParamError }
      return unsafe musicTrackAddEvent(track, beat, kind, event)
    }
  }

  /// Moves the events of a range.
  ///
  /// - Parameters:
  ///   - range: The beats.
  ///   - beatAmount: The beats by which the events are later, or earlier if negative.
  public func moveEvents(in range: AVBeatRange, by beatAmount: AVMusicTimeStamp) {
    require(
      unsafe MusicTrackMoveEvents(track, range.start, range.end, beatAmount), "moveEvents")
  }

  /// Removes the events of a range.
  ///
  /// Tempo events of the tempo track stay.
  public func clearEvents(in range: AVBeatRange) {
    require(unsafe MusicTrackClear(track, range.start, range.end), "clearEvents")
  }

  /// Removes a range, and moves later events to its start.
  public func cutEvents(in range: AVBeatRange) {
    require(unsafe MusicTrackCut(track, range.start, range.end), "cutEvents")
  }

  /// Inserts the events of a range, and moves later events by its length.
  ///
  /// - Parameters:
  ///   - range: The beats of the other track.
  ///   - sourceTrack: The other track.
  ///   - insertStartBeat: The time of the start of the range in this track.
  public func copyEvents(
    in range: AVBeatRange, from sourceTrack: AVMusicTrack,
    insertAt insertStartBeat: AVMusicTimeStamp
  ) {
    require(
      unsafe MusicTrackCopyInsert(
        sourceTrack.track, range.start, range.end, track, insertStartBeat), "copyEvents")
  }

  /// Adds the events of a range to those of this track.
  ///
  /// - Parameters:
  ///   - range: The beats of the other track.
  ///   - sourceTrack: The other track.
  ///   - mergeStartBeat: The time of the start of the range in this track.
  public func copyAndMergeEvents(
    in range: AVBeatRange, from sourceTrack: AVMusicTrack,
    mergeAt mergeStartBeat: AVMusicTimeStamp
  ) {
    require(
      unsafe MusicTrackMerge(sourceTrack.track, range.start, range.end, track, mergeStartBeat),
      "copyAndMergeEvents")
  }

  /// Calls a function with the events of a range, and applies its changes after the last call.
  ///
  /// Unlike on Apple's systems, an event of a kind without a class is left out.
  ///
  /// - Parameters:
  ///   - range: The beats.
  ///   - block: The function. It can change the event, its time, and whether to remove it.
  public func enumerateEvents(in range: AVBeatRange, using block: AVMusicEventEnumerationBlock) {
    var iterator: MusicEventIterator?
    require(unsafe NewMusicEventIterator(track, &iterator), "enumerateEvents")
    guard let iterator = unsafe iterator else { return }
    defer { unsafe DisposeMusicEventIterator(iterator) }
    let events = unsafe EnumeratedEvent.all(iterator, in: range)
    var moved: [EnumeratedEvent] = []
    let changed = events.map { unsafe $0.changed(by: block) }
    unsafe MusicEventIteratorSeek(iterator, range.start)
    for (old, new) in zip(events, changed) {
      if new.isRemoved || new.beat != old.beat {
        unsafe MusicEventIteratorDeleteEvent(iterator)
        if !new.isRemoved { moved.append(new) }
      } else {
        if new.bytes != old.bytes {
          // Safe: the bytes are a structure of the kind, and are alive during the call.
          let status = unsafe new.bytes.withUnsafeBytes { bytes in
            guard let event = bytes.baseAddress else { return kAudio_ParamError }
            return unsafe MusicEventIteratorSetEventInfo(iterator, new.kind, event)
          }
          require(status, "enumerateEvents")
        }
        unsafe MusicEventIteratorNextEvent(iterator)
      }
    }
    for event in moved { require(add(event.kind, event.bytes, at: event.beat), "enumerateEvents") }
  }
}

/// An event that is passed to a client's function.
private struct EnumeratedEvent {
  var beat: AVMusicTimeStamp
  let kind: MusicEventType
  var bytes: [UInt8]
  var isRemoved = false
  /// Keeps the object to which the bytes refer alive.
  var object: AVMusicEvent?

  /// The events of a range.
  static func all(_ iterator: MusicEventIterator, in range: AVBeatRange) -> [EnumeratedEvent] {
    var events: [EnumeratedEvent] = []
    unsafe MusicEventIteratorSeek(iterator, range.start)
    while true {
      var (beat, kind, size) = (0.0, MusicEventType(0), UInt32(0))
      var data: UnsafeRawPointer?
      let status = unsafe MusicEventIteratorGetEventInfo(iterator, &beat, &kind, &data, &size)
      guard status == noErr, beat < range.end, let data = unsafe data else { return events }
      // Safe: the event has as many bytes, which are copied.
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(size)))
      events.append(EnumeratedEvent(beat: beat, kind: kind, bytes: bytes))
      unsafe MusicEventIteratorNextEvent(iterator)
    }
  }

  /// The event after a client's function.
  func changed(by block: AVMusicEventEnumerationBlock) -> EnumeratedEvent {
    guard let event = AVMusicEvent.event(kind, bytes) else { return self }
    let original = event.bytes
    var result = self
    var isRemoved = ObjCBool(false)
    unsafe block(event, &result.beat, &isRemoved)
    result.isRemoved = isRemoved.boolValue
    result.object = event
    // If the client changes no property, keep the parts that the class does not show.
    if event.bytes != original { result.bytes = event.bytes }
    return result
  }
}

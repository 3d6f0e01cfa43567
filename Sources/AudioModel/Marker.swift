/// A place in a recording that has been given a meaning: the facts of Core Audio's `AudioFileMarker`.
package struct Marker: Hashable, Sendable {
  /// Frames from the start of the recording.
  package var framePosition: Double
  /// What the place is, as `kCAFMarkerType_ProgramStart` and so on name it; 0 where nothing is said.
  package var type: UInt32
  /// The file's own number for the marker.
  package var identifier: UInt32
  /// The channel it belongs to, counted from 1; 0 for all of them.
  package var channel: UInt32
  package var name: String?
  package var time: SMPTETime?

  package init(
    framePosition: Double, type: UInt32 = 0, identifier: UInt32, channel: UInt32 = 0,
    name: String? = nil, time: SMPTETime? = nil
  ) {
    self.framePosition = framePosition
    self.type = type
    self.identifier = identifier
    self.channel = channel
    self.name = name
    self.time = time
  }
}

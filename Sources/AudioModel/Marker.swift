/// A marked position in a recording, with the information of Core Audio's `AudioFileMarker`.
package struct Marker: Hashable, Sendable {
  /// Frames from the start of the recording.
  package var framePosition: Double
  /// The type, such as `kCAFMarkerType_ProgramStart`, or 0 if unspecified.
  package var type: UInt32
  /// The file's own number for the marker.
  package var identifier: UInt32
  /// The channel of the marker, counted from 1, or 0 for all channels.
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

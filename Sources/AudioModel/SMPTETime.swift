/// A video time of day, with the information of Core Audio's `AudioFile_SMPTE_Time` and its type.
package struct SMPTETime: Hashable, Sendable {
  /// The frame count type, such as `kCAF_SMPTE_TimeType24`, or 0 if unspecified.
  ///
  /// The value 1 means 24 frames per second, and 2 means 25.
  package var type: UInt32
  package var hours: Int8
  package var minutes: UInt8
  package var seconds: UInt8
  /// Video frames.
  package var frames: UInt8
  /// Audio frames after the start of the video frame.
  package var subFrameSampleOffset: UInt32

  package init(
    type: UInt32, hours: Int8, minutes: UInt8, seconds: UInt8, frames: UInt8,
    subFrameSampleOffset: UInt32
  ) {
    self.type = type
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.subFrameSampleOffset = subFrameSampleOffset
  }
}

/// A time of day as video counts it: the facts of Core Audio's `AudioFile_SMPTE_Time` and its type.
package struct SMPTETime: Hashable, Sendable {
  /// How frames are counted: 1 for 24 a second, 2 for 25 and so on, as `kCAF_SMPTE_TimeType24` names it;
  /// 0 where the file does not tell.
  package var type: UInt32
  package var hours: Int8
  package var minutes: UInt8
  package var seconds: UInt8
  /// Video frames.
  package var frames: UInt8
  /// Audio frames behind the start of the video frame.
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

public import AudioToolbox
public import Foundation

/// Audio of a format in memory: samples or packets.
// Unchecked: clients share buffers at their own risk, as on Apple's systems.
@safe open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  /// What the buffer holds.
  public let format: AVAudioFormat
  let memory: BufferMemory

  init(format: AVAudioFormat, memory: BufferMemory) {
    self.format = format
    self.memory = memory
    super.init()
  }

  /// The buffers with the bytes that are of use.
  public var audioBufferList: UnsafePointer<AudioBufferList> {
    unsafe UnsafePointer(memory.used.unsafeMutablePointer)
  }

  /// The buffers with all bytes that there is room for.
  ///
  /// Whoever writes to them sets the buffer's length afterwards.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    memory.restoreRoom()
    return unsafe memory.room.unsafeMutablePointer
  }

  /// A copy with memory of its own.
  @discardableResult
  open func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

  /// A copy with memory of its own.
  @discardableResult
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    preconditionFailure("AVAudioBuffer is made by its subclasses")
  }
}

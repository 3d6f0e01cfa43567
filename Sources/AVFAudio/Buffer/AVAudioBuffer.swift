public import AudioToolbox
public import Foundation

/// Audio in memory, as samples or packets of one format.
// Unchecked: clients share buffers at their own risk, as on Apple's systems.
@safe open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  /// The format of the audio in the buffer.
  public let format: AVAudioFormat
  let memory: BufferMemory

  init(format: AVAudioFormat, memory: BufferMemory) {
    self.format = format
    self.memory = memory
    super.init()
  }

  /// The buffers, with sizes that cover the valid bytes.
  public var audioBufferList: UnsafePointer<AudioBufferList> {
    unsafe UnsafePointer(memory.used.unsafeMutablePointer)
  }

  /// The buffers, with sizes that cover the whole capacity.
  ///
  /// After writing to them, set the buffer's length.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    memory.restoreRoom()
    return unsafe memory.room.unsafeMutablePointer
  }

  /// Makes a copy with its own memory.
  @discardableResult
  open func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

  /// Makes a copy with its own memory.
  @discardableResult
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    preconditionFailure("subclasses of AVAudioBuffer must override mutableCopy(with:)")
  }
}

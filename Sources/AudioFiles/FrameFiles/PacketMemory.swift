package import AudioProcessing

/// Memory for packets on their way from a file or to one: buffer 0 is all of it.
package protocol PacketMemory: SampleInput, SampleOutput {
  var byteCount: Int { get }

  /// Whether it is someone else's, who may put other bytes there between calls.
  var isLent: Bool { get }
}

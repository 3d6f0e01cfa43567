package import AudioProcessing

/// Memory for packets that are read from or written to a file, as a single buffer with index 0.
package protocol PacketMemory: SampleInput, SampleOutput {
  var byteCount: Int { get }

  /// Whether the memory belongs to a client, who may change its content between calls.
  var isLent: Bool { get }
}

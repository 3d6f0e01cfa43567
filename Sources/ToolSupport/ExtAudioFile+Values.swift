package import AudioToolbox

extension ExtAudioFileRef {
  /// The value of a property of fixed size.
  package func value<Value: BitwiseCopyable>(
    _ property: ExtAudioFilePropertyID, _ start: Value
  ) throws(ToolFailure) -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    let status = ExtAudioFileGetProperty(self, property, &size, &value)
    guard status == noErr else { throw ToolFailure(status: status) }
    return value
  }

  /// The bytes of a property; empty if the file does not have it.
  package func bytes(_ property: ExtAudioFilePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard ExtAudioFileGetPropertyInfo(self, property, &size, nil) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard ExtAudioFileGetProperty(self, property, &size, &bytes) == noErr else { return [] }
    return Array(bytes.prefix(Int(size)))
  }

  /// Sets a property.
  package func set<Value: BitwiseCopyable>(_ property: ExtAudioFilePropertyID, _ value: Value)
    throws(ToolFailure)
  {
    var value = value
    let status = ExtAudioFileSetProperty(
      self, property, UInt32(MemoryLayout<Value>.size), &value)
    guard status == noErr else { throw ToolFailure(status: status) }
  }
}

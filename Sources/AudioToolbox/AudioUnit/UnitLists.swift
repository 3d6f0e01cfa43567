internal import CoreAudioTypes

/// A client's buffers for all inputs and outputs of a unit.
@safe struct UnitLists {
  let inputs: UnsafeMutableBufferPointer<UnsafePointer<AudioBufferList>>
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<AudioBufferList>>

  init(
    inputs: UnsafeMutableBufferPointer<UnsafePointer<AudioBufferList>>,
    outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<AudioBufferList>>
  ) {
    unsafe (self.inputs, self.outputs) = unsafe (inputs, outputs)
  }

  /// The buffers of an input, which are only read.
  func input(_ index: Int) -> UnsafeMutableAudioBufferListPointer {
    // Safe: the subscript is in range, and the unit does not change the list.
    unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: inputs[index]))
  }

  /// The buffers of an output.
  func output(_ index: Int) -> UnsafeMutableAudioBufferListPointer {
    // Safe: the subscript is in range.
    unsafe UnsafeMutableAudioBufferListPointer(outputs[index])
  }
}

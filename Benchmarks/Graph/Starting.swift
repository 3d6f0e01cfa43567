import AVFAudio

/// Plays a constant level on a device until the process ends.
///
/// Prints the time of the start, on the monotonic clock in seconds.
func playLevel() throws {
  let engine = AVAudioEngine()
  let source = AVAudioSourceNode { _, _, _, list in
    for buffer in UnsafeMutableAudioBufferListPointer(list) {
      let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
      for frame in 0..<Int(buffer.mDataByteSize) / 4 { samples?[frame] = 0.25 }
    }
    return noErr
  }
  engine.attach(source)
  engine.connect(source, to: engine.mainMixerNode, format: nil)
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  try engine.start()
  print(Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  fflush(nil)
  while true { pause() }
}

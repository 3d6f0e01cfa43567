import AudioToolbox

extension Player {
  /// The level of the loudest channel, from 0 to 1.
  var level: Float? {
    var states = [AudioQueueLevelMeterState](
      repeating: AudioQueueLevelMeterState(), count: channelCount)
    var size = UInt32(channelCount * MemoryLayout<AudioQueueLevelMeterState>.size)
    let status = AudioQueueGetProperty(
      queue, kAudioQueueProperty_CurrentLevelMeter, &states, &size)
    return status == noErr ? states.map(\.mPeakPower).max() : nil
  }

  /// Enables the level meter.
  func meter() {
    var isOn: UInt32 = 1
    AudioQueueSetProperty(
      queue, kAudioQueueProperty_EnableLevelMetering, &isOn, UInt32(MemoryLayout<UInt32>.size))
  }
}

/// The references that clients hold, for tests that look whether any stays.
package enum OpenReferences {
  /// Queues, timelines, taps, sources of run loops, files, streams and converters.
  package static var count: Int {
    AudioQueueObject.all.count + AudioQueueObject.timelines.count
      + AudioQueueProcessingTap.all.count + RunLoopSource.count
      + AudioFileObject.all.count + ExtAudioFileObject.all.count
      + AudioFileStreamObject.all.count + AudioConverterObject.all.count
  }
}

/// A position in audio, in frames.
public typealias AVAudioFramePosition = Int64
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of packets.
public typealias AVAudioPacketCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// A closure that a node calls when it completes a request.
public typealias AVAudioNodeCompletionHandler = () -> Void
/// The index of a node's connection, counted from 0.
public typealias AVAudioNodeBus = Int
/// A position in music, in beats.
public typealias AVMusicTimeStamp = Double

/// A position in audio, in frames.
public typealias AVAudioFramePosition = Int64
/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of packets.
public typealias AVAudioPacketCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// Called when a node has done what it was asked to.
public typealias AVAudioNodeCompletionHandler = () -> Void
/// A connection of a node, counted from 0.
public typealias AVAudioNodeBus = Int
/// A time in music, in beats.
public typealias AVMusicTimeStamp = Double

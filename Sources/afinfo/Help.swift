/// The text of `--help`.
enum Help {
  static let usage = """
    usage: afinfo [--json] FILE...
           afinfo [--waveform PNG] [--spectrogram PNG] FILE

    """

  static let text =
    usage + """

      Tells what audio is in each FILE: its type, data format, duration, packets, bit rate and tags.

        --json             writes an array with an object for each file that could be read
        --waveform PNG     draws the samples over their time: peaks pale, the mean power dark
        --spectrogram PNG  draws the frequencies over their time: black is 100 dB below a full-scale sine
        -h, --help         writes this text
        --                 ends the options

      Members of an object; what a file does not tell is null:
        file, fileType         as given; four characters, such as "MPG3"
        tracks                 audio tracks
        format                 id (four characters), flags, sampleRate (hertz), channels, bitsPerChannel,
                               bytesPerPacket, framesPerPacket, bytesPerFrame (0: varies or does not apply)
        channelLayoutTag       a number of Core Audio's list
        duration               seconds of the recording
        audioBytes             bytes of audio data
        audioPackets           packets
        bitRate                bits per second
        packetSizeUpperBound   bytes that no packet exceeds
        maximumPacketSize      bytes of the largest packet
        dataOffset             bytes before the audio data
        optimized              whether nothing follows the audio data
        validFrames, primingFrames, remainderFrames
                               the recording, and what only starts and fills the decoder
        sourceBitDepth         bits of a sample; negative for floating point
        cutOff                 whether the file lacks audio that its header promises
        tags                   title, artist and so on, as strings

      Exit status: 0; 1 where a file could not be read, or not all of it; 2 for a wrong option.

      """
}

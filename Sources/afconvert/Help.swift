/// The text of `--help`.
enum Help {
  static let usage = """
    usage: afconvert -f TYPE [-d FORMAT] [option...] INPUT [OUTPUT]
           afconvert -f TYPE [-d FORMAT] [option...] INPUT INPUT INPUT...

    """

  static let text =
    usage + """

      Converts audio files of any type that can be read. The second of two names is OUTPUT, unless there is a file of
      that name, not empty, whose extension is none of TYPE's: then both are INPUT, as with --output-folder. Without
      OUTPUT each is written beside its INPUT with the extension of its type; several are converted at a time. An INPUT
      that has that extension is replaced only where OUTPUT says so.

        -f, --file TYPE          type of the output: WAVE, AIFF, AIFC, caff, m4af, m4bf, mp4f, adts, MPG3,
                                 flac, NeXT...; without it the extension of OUTPUT tells
        -d, --data FORMAT[@RATE] aac, alac, flac, opus, .mp3, ulaw, alaw, ima4, ac-3...; or linear PCM as
                                 [BE|LE](F|[U]I)(8|16|24|32|64), such as LEI16 or BEF32; without it
                                 what is usual for the type. Without RATE it is the input's, or of those that
                                 the encoder has the next higher one, else its highest
        -b, --bitrate BITS       bits per second that an encoder aims at; lossless ones and linear PCM have none to choose
        -s, --strategy 0...3     keeps to that rate: always (0), on average (1), within bounds (2), or only to the
                                 quality (3); where the encoder cannot, in the nearest way that it has, and says so
        -q, --quality 0...127    quality of an encoder: the work that it takes, and with -s 3 what the rate follows
        -u, --userproperty CODE NUMBER
                                 sets a property of the encoder, after -s, -q and -b: vbrq, 0 to 127, is what the rate
                                 follows with -s 3, beside the work of -q
        -c, --channels COUNT     takes away or adds channels; one channel is spread over all
        -l, --channellayout TAG  what the channels of the output are: the name of one of Core Audio's layouts, such as
                                 MPEG_5_1_D, or its number; given twice, the first is for the input
            --mix                mixes all channels to those of -c
        -r, --src-quality 0...127         quality of the sample rate conversion
            --src-complexity NAME         line, norm, bats or minp
            --soundcheck-generate    measures the loudness, which Sound Check needs, and adds it
            --soundcheck-read        takes it over from the input
        -o OUTPUT                where to write, with one INPUT: a file, or a device or a pipe that is there
            --output-folder DIR  where to write, under the names of the inputs; it is made if it is missing
            --skip-existing      leaves out what is there already, to go on with a long run
            --jobs COUNT         threads, each with a file of its own, or several with one file where there are more threads
                                 than files; as many as there are processors otherwise
        -v, --verbose            tells of every file
        -hf, --help-formats      lists the types that can be written and what they can hold
        -h, --help               writes this text
            --                   ends the options

      Tags and the picture are carried over; so are gapless data. A file appears under its name when it is whole:
      a run that is interrupted leaves no half of one. An OUTPUT that is a symbolic link stays one: its target is written.

      Exit status: 0; 1 where a file could not be converted; 2 for a wrong option. After Ctrl-C it ends by that signal (130 in a shell).

      """
}

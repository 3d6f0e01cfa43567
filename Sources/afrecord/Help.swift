/// The text of `--help`.
enum Help {
  static let usage = "usage: afrecord [option...] FILE\n"

  static let text =
    usage + """

      Records to FILE, in place of one that is there, until Ctrl-C or the time is over. In the foreground of a
      terminal a line shows the time and the level. A file that has been begun can be read whenever the program ends,
      also where it is killed (ADTS, MP3 and AC-3 from the first packet on); what was recorded is in it up to some
      tenths of a second before.

        -f, --file TYPE          type of the file: WAVE, AIFF, AIFC, caff, m4af, adts, MPG3, flac...; without it the
                                 extension of FILE tells
        -d, --data FORMAT[@RATE] aac, alac, flac, opus, .mp3, ulaw, alaw, ima4...; or linear PCM as
                                 [BE|LE](F|[U]I)(8|16|24|32|64), such as LEI16 or BEF32; without it what is usual for
                                 the type. RATE in hertz, 44100 without it (opus 48000)
        -c, --channels COUNT     2 without it
        -l, --channellayout TAG  which channels they are, by a name such as MPEG_5_1_A, or the number of a tag
        -b, --bitrate BITS       bits per second that an encoder aims at
        -s, --strategy 0...3     keeps to that rate: always (0), on average (1), within bounds (2), or only to the
                                 quality (3), as far as the encoder can
        -q, --quality 0...127    quality of an encoder
        -t, --duration SECONDS   stops after so long
        -v, --verbose            tells the format of the file
        -p, --profile            tells at the end how much time, processor and memory it took
            --devices            writes the names of what can be recorded from, for --device
            --device NAME        what to record: pulse, alsa, null (silence) or file:PATH; pulse may be followed by a
                                 colon and a server's address, and by # and the name of a source, such as the monitor of
                                 a sink; alsa by a colon and the name of a PCM. Without it OPENCOREAUDIO_INPUT tells, and
                                 else the first that records is taken
        -h, --help               writes this text
            --                   ends the options

      Exit status: 0, also after Ctrl-C, SIGTERM or SIGHUP, once the file is whole; 1 where something could not be recorded;
      2 for a wrong option. A second signal ends it at once.

      """
}

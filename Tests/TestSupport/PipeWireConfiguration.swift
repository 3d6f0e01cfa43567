/// The configuration files of a PipeWire with a sink without hardware and no desktop services.
enum PipeWireConfiguration {
  /// The names and texts of the files.
  ///
  /// Source: pipewire.conf(5), pipewire-pulse.conf(5), WirePlumber's documentation of its
  /// configuration.
  static func files(_ sampleRate: Int, _ channelCount: Int) -> [(name: String, text: String)] {
    [
      ("pipewire.conf", daemon(sampleRate)),
      ("pipewire-pulse.conf", pulse(sampleRate, channelCount)),
      ("wireplumber.conf", manager), ("main.lua.d/50-all.lua", scripts),
    ]
  }

  private static func daemon(_ sampleRate: Int) -> String {
    """
    context.properties = {
      core.daemon = true
      core.name = pipewire-0
      default.clock.rate = \(sampleRate)
      support.dbus = false
      mem.allow-mlock = false
      vm.overrides = { }
    }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-spa-node-factory }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-access args = { } }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-link-factory }
      { name = libpipewire-module-session-manager }
    ]
    context.objects = [
      { factory = spa-node-factory args = {
        factory.name = support.node.driver
        node.name = Dummy-Driver
        node.group = pipewire.dummy
        priority.driver = 20000
      } }
    ]

    """
  }

  private static func pulse(_ sampleRate: Int, _ channelCount: Int) -> String {
    """
    context.properties = { support.dbus = false mem.allow-mlock = false }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-protocol-pulse args = { } }
    ]
    pulse.properties = { server.address = [ "unix:native" ] vm.overrides = { } }
    pulse.cmd = [ {
      cmd = "load-module"
      args = "module-null-sink sink_name=speaker rate=\(sampleRate) channels=\(channelCount)"
    } ]

    """
  }

  private static let manager = """
    context.properties = {
      log.level = 2
      wireplumber.script-engine = lua-scripting
      support.dbus = false
      mem.allow-mlock = false
    }
    context.spa-libs = {
      audio.convert.* = audioconvert/libspa-audioconvert
      support.* = support/libspa-support
    }
    context.modules = [
      { name = libpipewire-module-protocol-native }
      { name = libpipewire-module-client-node }
      { name = libpipewire-module-client-device }
      { name = libpipewire-module-adapter }
      { name = libpipewire-module-metadata }
      { name = libpipewire-module-session-manager }
    ]
    wireplumber.components = [
      { name = libwireplumber-module-lua-scripting, type = module }
      { name = libwireplumber-module-metadata, type = module }
      { name = libwireplumber-module-default-nodes, type = module }
      { name = libwireplumber-module-si-node, type = module }
      { name = libwireplumber-module-si-audio-adapter, type = module }
      { name = libwireplumber-module-si-standard-link, type = module }
      { name = libwireplumber-module-si-audio-endpoint, type = module }
      { name = libwireplumber-module-default-nodes-api, type = module }
      { name = libwireplumber-module-mixer-api, type = module }
      { name = main.lua, type = config/lua }
    ]

    """

  private static let scripts = """
    load_script("access/access-default.lua", { rules = {} })
    local policy = {
      ["move"] = true, ["follow"] = true, ["filter.forward-format"] = false,
      ["audio.no-dsp"] = false, ["duck.level"] = 0.3, ["roles"] = {},
    }
    load_script("create-item.lua", policy)
    load_script("policy-node.lua", policy)
    load_script("intended-roles.lua")
    load_script("suspend-node.lua")

    """
}

import CloudPlanFile

/// The units with which systemd runs a server and its backups.
///
/// The files in `packaging` are the same texts, for packages; a test compares them.
package struct ServerUnit: Sendable {
  /// The name of its file.
  package let name: String
  /// For a program and a server file at the places where packages put them.
  package let text: String

  /// The program of a package.
  package static let standardProgram = "/usr/bin/zonechat"

  package static let all = [server, backup, timer]

  /// The text for a program and a server file at other places, which have no spaces.
  package func adapted(program: String, configuration: String) -> String {
    text.replacing("ExecStart=\(Self.standardProgram) ", with: "ExecStart=\(program) ")
      .replacing(ServerFile.standardPath, with: configuration)
  }

  package static let server = ServerUnit(
    name: "zonechat.service",
    text: """
      [Unit]
      Description=ZoneChat server
      Documentation=man:zonechat-cloud(1) file:/usr/share/doc/zonechat/server.md
      After=network-online.target time-sync.target
      Wants=network-online.target
      ConditionPathExists=/etc/zonechat/server.toml
      # What no restart mends ends after some minutes, and stays in the log.
      StartLimitIntervalSec=600
      StartLimitBurst=20

      [Service]
      Type=notify
      User=zonechat
      Group=zonechat
      ExecStart=/usr/bin/zonechat cloud serve --config /etc/zonechat/server.toml
      ExecReload=kill -HUP $MAINPID
      Restart=on-failure
      RestartSec=5
      # A mistake in the file stays one.
      RestartPreventExitStatus=2
      TimeoutStopSec=90
      StateDirectory=zonechat
      StateDirectoryMode=0700
      RuntimeDirectory=zonechat
      RuntimeDirectoryMode=0700
      UMask=0077
      LimitNOFILE=65536
      AmbientCapabilities=CAP_NET_BIND_SERVICE
      CapabilityBoundingSet=CAP_NET_BIND_SERVICE
      # Everything below takes away what the server does not need.
      NoNewPrivileges=yes
      ProtectSystem=strict
      ProtectHome=yes
      ReadWritePaths=-/var/backups/zonechat
      PrivateTmp=yes
      PrivateDevices=yes
      ProtectKernelTunables=yes
      ProtectKernelModules=yes
      ProtectKernelLogs=yes
      ProtectControlGroups=yes
      ProtectClock=yes
      ProtectHostname=yes
      ProtectProc=invisible
      # AF_NETLINK tells the machine's own addresses, which stand in a self-made certificate.
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RemoveIPC=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallFilter=~@privileged @resources
      SystemCallErrorNumber=EPERM

      [Install]
      WantedBy=multi-user.target

      """)

  package static let backup = ServerUnit(
    name: "zonechat-backup.service",
    text: """
      [Unit]
      Description=Backup of the ZoneChat server
      Documentation=man:zonechat-cloud(1) file:/usr/share/doc/zonechat/server.md
      ConditionPathExists=/etc/zonechat/server.toml

      [Service]
      Type=oneshot
      User=zonechat
      Group=zonechat
      ExecStart=/usr/bin/zonechat cloud backup --config /etc/zonechat/server.toml --rotate
      UMask=0077
      CapabilityBoundingSet=
      NoNewPrivileges=yes
      ProtectSystem=strict
      ProtectHome=yes
      ReadWritePaths=-/var/backups/zonechat
      PrivateTmp=yes
      PrivateDevices=yes
      PrivateNetwork=yes
      ProtectKernelTunables=yes
      ProtectKernelModules=yes
      ProtectKernelLogs=yes
      ProtectControlGroups=yes
      ProtectClock=yes
      ProtectHostname=yes
      ProtectProc=invisible
      RestrictAddressFamilies=AF_UNIX
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallFilter=~@privileged @resources
      SystemCallErrorNumber=EPERM

      """)

  package static let timer = ServerUnit(
    name: "zonechat-backup.timer",
    text: """
      [Unit]
      Description=A backup of the ZoneChat server each day

      [Timer]
      OnCalendar=daily
      RandomizedDelaySec=1h
      # What was missed while the machine was off is made up for.
      Persistent=yes

      [Install]
      WantedBy=timers.target

      """)
}

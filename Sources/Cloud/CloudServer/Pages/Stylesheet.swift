/// The one stylesheet of all pages, for light and dark, from 360 pixels on.
enum Stylesheet {
  static let html: HTML = """
    :root { color-scheme: light dark; --line: #d5d9e0; --soft: #f4f5f8; --quiet: #5b6472;
      --link: #0b57d0; --bad: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --line: #3a3f49; --soft: #23262d;
      --quiet: #a2abb9; --link: #8ab4f8; --bad: #ff8a80; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 0 1rem 2rem;
      font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center;
      border-bottom: 1px solid var(--line); padding: .75rem 0; }
    header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; flex: 1; }
    header form { display: flex; gap: .75rem; align-items: center; color: var(--quiet); }
    footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: .75rem; }
    footer, .quiet, caption, dt { color: var(--quiet); }
    a { color: var(--link); }
    a:not(:hover, :focus) { text-decoration-color: transparent; }
    a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
    .trail { margin: 1rem 0 -.75rem; font-size: .9rem; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.25rem 0 .75rem; }
    h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 0; }
    dd { margin: 0; }
    .wide { overflow-x: auto; margin: 1.25rem 0 .75rem; }
    table { border-collapse: collapse; width: 100%; }
    caption { text-align: left; padding-bottom: .35rem; }
    th, td { text-align: left; vertical-align: top; padding: .35rem 1.25rem .35rem 0;
      border-top: 1px solid var(--line); overflow-wrap: break-word; max-width: 24rem; }
    th { font-weight: 600; white-space: nowrap; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    time span { white-space: nowrap; }
    time { font-variant-numeric: tabular-nums; }
    code, pre, .value { font: .9em/1.5 ui-monospace, monospace; }
    .value { white-space: pre-wrap; }
    pre { background: var(--soft); padding: .75rem; overflow-x: auto; }
    .bad { color: var(--bad); }
    [role=alert] { border-left: .25rem solid var(--bad); background: var(--soft);
      padding: .5rem .75rem; }
    .fields { display: grid; gap: .75rem; max-width: 28rem; margin: .75rem 0; }
    .broad { grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); max-width: none; }
    .row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; max-width: none; }
    .fields p { margin: 0; min-width: 0; }
    label { display: grid; gap: .2rem; }
    select { min-width: 0; }
    label.check { display: flex; gap: .5rem; align-items: center; }
    input:not([type=checkbox]), select, button { font: inherit; padding: .35rem .6rem;
      border: 1px solid var(--line); border-radius: .35rem; background: var(--soft);
      color: inherit; max-width: 100%; min-height: 2.35rem; }
    button { cursor: pointer; width: fit-content; align-self: end; }
    button:hover { border-color: var(--quiet); }
    td form { margin: 0; }
    summary { cursor: pointer; color: var(--link); }
    .forms { display: flex; flex-wrap: wrap; gap: 0 4rem; }
    .forms section { flex: 1 1 18rem; max-width: 28rem; }
    @media (max-width: 40rem) { header nav { flex-basis: 100%; order: 1; }
      header form { margin-left: auto; }
      th, td { padding-right: .75rem; } td { min-width: 6rem; }
      dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
    """
}

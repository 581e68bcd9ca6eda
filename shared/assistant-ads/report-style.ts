import { tokens } from '#shared/values/look.ts';

export const reportStyle = `
${tokens}
:root { --ink: var(--text); --quiet: var(--muted); --ground: light-dark(#ffffff, #17181b); --card: light-dark(#f4f6f8, #1f2125); --bar: light-dark(#9db8e8, #47618f); --last: var(--accent); --problem: var(--bad); --notice: light-dark(#8a5a00, #f2c265); }
@media print { :root { color-scheme: light; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 var(--font); overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
main { max-width: 760px; margin: 0 auto; }
h1 { font-size: 26px; line-height: 1.25; margin: 0; }
h2 { font-size: 19px; line-height: 1.3; margin: 0 0 8px; }
p { margin: 0 0 8px; }
header p { margin: 0; }
section { margin: 28px 0 0; }
.quiet { color: var(--quiet); font-size: 14px; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.tile { background: var(--card); border-radius: 10px; padding: 12px 14px; }
.tile p { margin: 0; }
.big { font-size: 26px; font-weight: 650; line-height: 1.3; font-variant-numeric: tabular-nums; }
.findings { list-style: none; margin: 0; padding: 0; }
.findings li { border-left: 4px solid var(--line); padding: 6px 0 6px 12px; margin: 0 0 8px; }
.findings .problem { border-color: var(--problem); }
.findings .notice { border-color: var(--notice); }
.findings .good { border-color: var(--good); }
.tag { font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: .04em; margin-right: 6px; }
.problem .tag { color: var(--problem); }
.notice .tag { color: var(--notice); }
.good .tag { color: var(--good); }
figure { margin: 12px 0 0; }
figcaption { font-weight: 600; }
svg { display: block; width: 100%; height: auto; }
.bar { fill: var(--bar); }
.last { fill: var(--last); }
.ground { stroke: var(--line); }
.label { fill: var(--quiet); font-size: 13px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 620px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 8px 6px; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
th[scope=row], th[scope=col]:first-child { text-align: left; }
thead th { color: var(--quiet); font-size: 13px; }
tbody th, tfoot th, tfoot td { font-weight: 600; }
.share { display: block; height: 4px; margin-top: 4px; background: var(--line); border-radius: 2px; }
.share span { display: block; height: 100%; background: var(--last); border-radius: 2px; }
ol { margin: 0; padding-left: 22px; }
li { margin: 0 0 8px; }
footer { margin: 32px 0 0; border-top: 1px solid var(--line); padding-top: 12px; }
/* The charts shrink with the screen, and their words with them. */
@media (max-width: 520px) { .label { font-size: 22px; } }
@media print { :root { color-scheme: light; print-color-adjust: exact; -webkit-print-color-adjust: exact; } body { padding: 0; } section:not(.long), figure, tr, li { break-inside: avoid; } thead { display: table-header-group; } tfoot { display: table-row-group; } .wide { overflow: visible; } }
`;

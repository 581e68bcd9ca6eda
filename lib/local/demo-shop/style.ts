import { tokens } from '#shared/values/look.ts';

export const style = `${tokens}
:root { --button: var(--fill); --on-button: var(--on-fill); --accent-text: var(--accent); --shoe: light-dark(#3b5bdb, #91a7ff); --sole: light-dark(#c9ced8, #6a6f7a); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 var(--font); }
header, nav, main { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.25rem; }
header a { color: inherit; text-decoration: none; }
header span { color: var(--muted); font-size: .875rem; margin-left: .35rem; }
nav ol { display: flex; gap: .4rem; list-style: none; margin: 1rem 0 0; padding: 0; font-size: .8125rem; color: var(--muted); }
nav li { flex: 1; border-top: 4px solid var(--line); padding-top: .35rem; }
nav li.done { border-color: var(--button); }
nav li[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }
main { padding-top: 1.75rem; padding-bottom: 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .6rem; text-wrap: balance; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
.lead { color: var(--muted); font-size: 1.0625rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; margin: 1.25rem 0; }
.ad { display: grid; grid-template-columns: 9rem 1fr; gap: 1.25rem; align-items: center; color: inherit; text-decoration: none; }
.ad:hover { border-color: var(--accent); }
.ad h2 { margin: .1rem 0 .3rem; }
.ad p { margin: 0 0 .6rem; color: var(--muted); }
.ad small { color: var(--muted); }
.ad b { color: var(--accent-text); }
.shoe { width: 100%; height: auto; display: block; }
.product { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; align-items: center; }
.price { font-size: 1.375rem; font-weight: 600; }
button, .button { display: inline-block; border: 0; border-radius: 10px; padding: .7rem 1.2rem; background: var(--button);
  color: var(--on-button); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.second { background: none; color: var(--text); box-shadow: inset 0 0 0 1.5px var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.steps { padding-left: 1.2rem; color: var(--muted); }
.steps li { margin-bottom: .4rem; }
.steps b { color: var(--text); }
.backstage { border-top: 2px dashed var(--line); margin-top: 2.25rem; padding-top: 1.25rem; }
.backstage small { display: block; color: var(--accent-text); font-size: .75rem; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; font-family: var(--mono); font-size: .875rem; overflow-wrap: anywhere; align-self: center; }
figure { margin: 1rem 0; }
figcaption { color: var(--muted); font-size: .875rem; margin-bottom: .3rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: .9rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 10px; overflow-x: auto;
  font: .8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--muted); font-size: .8125rem; font-weight: 600; }
td.number, th.number { text-align: right; padding: .5rem 0 .5rem .75rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
.total { font-size: 2.25rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.1; }
.note { border-left: 4px solid var(--good); padding-left: .9rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 1.25rem 0; }
@media (max-width: 34rem) {
  h1 { font-size: 1.5rem; }
  header span { display: block; margin-left: 0; }
  .product, .ad { grid-template-columns: 1fr; gap: 1rem; }
  .product .shoe, .ad .shoe { max-width: 13rem; margin: 0 auto; }
  nav li { font-size: .75rem; }
  .total { display: block; }
  thead, td.wide { display: none; }
  tr { display: grid; grid-template: "campaign value" "group count" "ad ad" / 1fr auto; padding: .6rem 0; border-top: 1px solid var(--line); }
  td, td.number { border: 0; padding: 0; }
  td:nth-child(1) { grid-area: campaign; font-weight: 600; }
  td:nth-child(2) { grid-area: group; color: var(--muted); }
  td:nth-child(3) { grid-area: ad; color: var(--muted); }
  td:nth-child(5) { grid-area: count; }
  td:nth-child(5)::before { content: "× "; color: var(--muted); }
  td:nth-child(6) { grid-area: value; font-weight: 600; }
  button, .button { width: 100%; text-align: center; }
  .actions form { width: 100%; }
}
`;

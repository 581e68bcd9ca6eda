import { createHash } from 'node:crypto';

/** Of the guides, and of the start page of this machine. */
export const style = `:root { --page: #f6f5f1; --card: #fff; --text: #1d2327; --muted: #5d6870; --line: #dfddd5; --link: #1f3a5f; --good: #1b7a4b; --bad: #b3261e; --code: #f1f0ea; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14181b; --card: #1d2327; --text: #e8e6e0; --muted: #9ba5ac; --line: #343c42; --link: #9cc4f0; --good: #5fd19a; --bad: #ff8a7a; --code: #171c1f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
header, main { max-width: 56rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
main { padding-bottom: 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .75rem; }
p { margin: 0 0 .75rem; }
header p, .muted { color: var(--muted); }
a { color: var(--link); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.cards a { display: block; height: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1.1rem; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--link); }
.cards b { display: block; color: var(--link); }
.cards span { display: block; color: var(--muted); font-size: .9375rem; }
.cards small { display: block; color: var(--muted); font-size: .8125rem; margin-top: .3rem; overflow-wrap: anywhere; }
.states { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.ok { color: var(--good); }
.down { color: var(--bad); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 0 .75rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem ui-monospace, monospace; background: var(--code); border-radius: 4px; padding: .1rem .3rem; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .8rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** No script, no other origin: a page has one style sheet, links and the icon of the documentation, perhaps a form. */
export const policyWithStyle = (text: string, { form = 'none' }: { form?: 'none' | 'self' } = {}): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action '${form}'`,
    "frame-ancestors 'none'",
  ].join('; ');

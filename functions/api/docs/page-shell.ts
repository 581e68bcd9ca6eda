import { type Html, html, htmlPage, trusted } from '#shared/values/html.ts';
import { toDocsFrom } from './page-address.ts';
import { style as common, policyWithStyle, topLine } from './page-style.ts';

const style = `${common}
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; max-width: 72rem; padding-top: 1rem; }
header p { margin: 0; }
header form { margin-left: auto; }
.columns { max-width: 72rem; margin: 0 auto; display: grid; grid-template-columns: 16rem minmax(0, 1fr); }
main { padding-top: 1rem; width: 100%; }
.pages { padding: 1.5rem 0 3rem 1.25rem; font-size: .9375rem; }
.pages p { margin: 1rem 0 .25rem; font-weight: 600; }
.pages ul { list-style: none; margin: 0; padding: 0; }
.pages a { display: block; padding: .25rem .5rem; color: var(--muted); text-decoration: none; border-left: 2px solid var(--line); }
.pages a:hover { color: var(--text); }
.pages a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
.code { position: relative; }
.code pre { padding-right: 5.5rem; min-height: 2.75rem; }
.copy { position: absolute; top: .4rem; right: .4rem; min-height: 1.75rem; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--text); font: .8125rem var(--font); cursor: pointer; }
@media (max-width: 52rem) { .columns { display: block; } .pages { display: none; } header form { margin: 0; width: 100%; } }
@media print { header, .pages, .copy { display: none; } .columns { display: block; } }
h1, h2 { text-wrap: balance; }
h1 { margin-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .75rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
form { display: flex; gap: .5rem; max-width: 26rem; min-width: 0; }
input { flex: 1; min-width: 0; }
input, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--muted); border-radius: 8px; padding: .4rem .7rem; }
`;
export const pagePolicy = policyWithStyle(style, { form: 'self' });

type Shown = {
  address: string;
  title: string;
  main: Html;
  navigation?: Html;
  hasMarkdown?: boolean;
  query?: string;
};

export function pageHtml({ address, title, main, navigation, hasMarkdown = false, query = '' }: Shown): string {
  const toDocs = toDocsFrom(address);
  const alternate = html`<link rel="alternate" type="text/markdown" href="${toDocs}${address}.md">\n`;
  const content = html`<main>\n${main}</main>`;
  return htmlPage({
    title: `${title} · adtrail`,
    head: html`<link rel="icon" type="image/svg+xml" href="${toDocs}assets/favicon.svg">
<link rel="stylesheet" href="${toDocs}assets/font.css">
${hasMarkdown && alternate}<style>${trusted(style)}</style>`,
    body: html`<header>${topLine(`${toDocs}../`)}
<form role="search" action="${toDocs}search"><input type="search" name="q" value="${query}" aria-label="Search the documentation" maxlength="200"><button>Search</button></form>
</header>
${navigation === undefined ? content : html`<div class="columns">\n${navigation}\n${content}\n</div>`}
<script src="${toDocs}assets/copy.js"></script>`,
  }).html;
}

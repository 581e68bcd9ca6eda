import { toDocsFrom } from './page-address.ts';
import { style as common, policyWithStyle } from './page-style.ts';

const style = `${common}
main { padding-top: 1rem; }
h1, h2 { text-wrap: balance; }
h1 { margin-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .75rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
form { display: flex; gap: .5rem; max-width: 26rem; }
input { flex: 1; min-width: 0; }
input, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--muted); border-radius: 8px; padding: .4rem .7rem; }
`;
/** The search is a form without a script. */
export const pagePolicy = policyWithStyle(style, { form: 'self' });

type Shown = {
  /** Below `/docs`. */
  address: string;
  title: string;
  main: string;
  /** Whether the same page is at its address with `.md`. */
  hasMarkdown?: boolean;
  /** What was searched for. */
  query?: string;
};

/** A whole page: what all of them have, around `main`. */
export function pageHtml({ address, title, main, hasMarkdown = false, query = '' }: Shown): string {
  const toDocs = toDocsFrom(address);
  const alternate = `<link rel="alternate" type="text/markdown" href="${toDocs}${address}.md">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · adtrail</title>
<link rel="icon" type="image/svg+xml" href="${toDocs}assets/favicon.svg">
${hasMarkdown ? alternate : ''}<style>${style}</style>
</head>
<body>
<header>
<p><a href="${toDocs}../console">Console</a> · <a href="${toDocs}../docs">Reference</a> · <a href="${toDocs}guides">Guides</a> · <a href="${toDocs}api">API rules</a> · <a href="${toDocs}webhooks">Webhooks</a></p>
<form role="search" action="${toDocs}search"><input type="search" name="q" value="${escaped(query)}" aria-label="Search the documentation" maxlength="200"><button>Search</button></form>
</header>
<main>
${main}</main>
</body>
</html>
`;
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

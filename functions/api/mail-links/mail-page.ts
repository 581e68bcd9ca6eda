import { html, htmlPage, trusted } from '#shared/values/html.ts';
import { mark, tokens } from '#shared/values/look.ts';

type Action = { text: string; to: string };

/** The page's address grants access, hence `no-referrer`. */
export const pageHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * The path `to` is relative, because a stage may have a path prefix. The text `link` may contain a signature.
 */
export const mailPage = ({ title, text, actions = [], link, linkText = 'Go to adtrail' }: Page) =>
  htmlPage({
    title: `${title} – adtrail`,
    head: html`<style>
${trusted(tokens)}
body { margin: 0; padding: 24px; font: 16px/1.5 var(--font); background: var(--page); color: var(--text); }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 700; font-size: 18px; }
a { color: var(--accent); }
main { max-width: 560px; margin: 0 auto; }
h1 { font-size: 24px; line-height: 1.3; }
form { margin: 0 0 12px; }
button { padding: 12px 24px; border: 0; border-radius: 8px; background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 600; }
</style>`,
    body: html`<main>
<p class="brand">${trusted(mark(26))} adtrail</p>
<h1>${title}</h1>
<p>${text}</p>
${actions.map(({ text, to }) => html`<form method="post" action="${to}"><button>${text}</button></form>`)}
${link && html`<p><a href="${new URL(link).href}">${linkText}</a></p>`}
</main>`,
  }).html;

type Page = {
  title: string;
  text: string;
  actions?: readonly Action[];
  link?: string;
  linkText?: string;
};

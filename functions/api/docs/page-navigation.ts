import { type Html, html } from '#shared/values/html.ts';
import { toDocsFrom } from './page-address.ts';

const groups: [title: string, pattern: RegExp][] = [
  ['Start', /^guides\/(express|next|hono|fastify|python|php|ruby|go)$/],
  ['Shops and pages', /^(guides\/(shopify|woocommerce|payment-webhook|tag-manager|single-page-apps|consent|first-party)|pixel)$/],
  [
    'Run and understand',
    /^(guides\/(not-attributed|where-visitors-come-from|import-spend|what-each-ad-earned|when-figures-differ|test-and-live|limits-and-versions)|findings|console|webhooks)$/,
  ],
  ['Host and manage', /^guides\/(self-hosting|from-one-machine-to-aws|agencies|assistants|migrate-.*)$/],
  ['API', /^api(\/|$)/],
  ['Packages and examples', /^(packages\/|examples$|changelog$)/],
  ['More', /^(?!guides$)/],
];

export function pageNavigation(titles: ReadonlyMap<string, string>, current: string): Html {
  const toDocs = toDocsFrom(current);
  const rest = new Set(titles.keys());
  const lists = groups.map(([title, pattern]) => {
    const addresses = [...rest].filter((address) => pattern.test(address));
    for (const address of addresses) rest.delete(address);
    const links = addresses.map(
      (address) =>
        html`<li><a href="${toDocs}${address}"${address === current && html` aria-current="page"`}>${plain(titles.get(address) ?? address)}</a></li>`,
    );
    return links.length > 0 && html`<p>${title}</p>\n<ul>${links}</ul>\n`;
  });
  return html`<nav class="pages" aria-label="Documentation">\n${lists}</nav>`;
}

const plain = (title: string) => title.replace(/[`*]/g, '');

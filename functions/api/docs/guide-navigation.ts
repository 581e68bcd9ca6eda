/** The groups of the side navigation: the first whose pattern fits the name of a page has it. */
const groups: [title: string, pattern: RegExp][] = [
  ['Start', /^(express|next|hono|fastify|python|php|ruby|go)$/],
  [
    'Shops and pages',
    /^(shopify|woocommerce|payment-webhook|tag-manager|single-page-apps|consent|first-party|docs-pixel)$/,
  ],
  [
    'Run and understand',
    /^(not-attributed|test-and-live|limits-and-versions|docs-(findings|console|webhooks))$/,
  ],
  ['Host and manage', /^(self-hosting|from-one-machine-to-aws|agencies|assistants|migrate-.*)$/],
  ['API', /^docs-api-/],
  ['More', /^(?!index$)/],
];

/** Links to every page by its title. `toGuides`: the way from the page to the guides. */
export function guideNavigation(
  titles: ReadonlyMap<string, string>,
  current: string,
  toGuides: string,
): string {
  const rest = new Set(titles.keys());
  const lists = groups.map(([title, pattern]) => {
    const names = [...rest].filter((name) => pattern.test(name));
    for (const name of names) rest.delete(name);
    const links = names.map(
      (name) =>
        `<li><a href="${toGuides}${name}"${name === current ? ' aria-current="page"' : ''}>${plain(titles.get(name) ?? name)}</a></li>`,
    );
    return links.length > 0 ? `<p>${title}</p>\n<ul>${links.join('')}</ul>` : '';
  });
  return `<nav class="guides" aria-label="Guides">\n${lists.join('\n')}\n</nav>`;
}

/** A title without the marks of Markdown, as HTML. */
const plain = (title: string) =>
  title.replace(/[`*]/g, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

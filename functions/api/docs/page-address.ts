import { posix } from 'node:path';

/**
 * Where a page is served below `/docs`: `webhooks` of docs/webhooks.md, `guides/express` of docs/guides/express.md,
 * `packages/node` of packages/node/README.md.
 */
export const addressOf = (file: string): string =>
  file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/\/README$/, '')
    .replace(/\/CHANGELOG$/, '-changelog')
    .replace(/^CHANGELOG$/, 'changelog');

/** The name that a page once had below `/docs/guides`, for links that were kept. */
export const formerNameOf = (file: string): string => file.replace(/\.md$/, '').replaceAll('/', '-');

/** What leads from a page to the folder `/docs`. Relative addresses hold behind a stage prefix, such as `/prod`. */
export const toDocsFrom = (address: string): string => '../'.repeat(address.split('/').length - 1);

/** Files of the repository that are no pages, and which the service has at its root. */
const atRoot = new Set(['openapi.json']);

/** Where a link of a page leads: an address for a reader of the service, or `null` for what the service does not have. */
export function linkOf(
  href: string,
  { file, files, ending = '' }: { file: string; files: ReadonlySet<string>; ending?: string },
): string | null {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const toDocs = toDocsFrom(addressOf(file));
  if (atRoot.has(target)) return `${toDocs}../${target}`;
  return files.has(target)
    ? `${toDocs}${addressOf(target)}${ending}${anchor === undefined ? '' : `#${anchor}`}`
    : null;
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

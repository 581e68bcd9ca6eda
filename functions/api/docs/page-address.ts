import { posix } from 'node:path';

/**
 * Returns the address of a page below `/docs`: `webhooks` for docs/webhooks.md, `guides/express` for
 * docs/guides/express.md, `packages/node` for packages/node/README.md.
 */
export const addressOf = (file: string): string =>
  file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/\/README$/, '')
    .replace(/\/CHANGELOG$/, '-changelog')
    .replace(/^CHANGELOG$/, 'changelog');

/** Returns the former name of a page below `/docs/guides`, for old links. */
export const formerNameOf = (file: string): string => file.replace(/\.md$/, '').replaceAll('/', '-');

/**
 * Returns the path from a page to the folder `/docs`. Relative addresses are valid behind a stage prefix such
 * as `/prod`.
 */
export const toDocsFrom = (address: string): string => '../'.repeat(address.split('/').length - 1);

/** Files of the repository that are no pages, and that the service has at its root. */
const atRoot = new Set(['openapi.json']);

/**
 * Returns the target of a page's link: an address of the service, or `null` for a file that the service
 * lacks.
 */
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

/** Builds the anchor of a heading like GitHub. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

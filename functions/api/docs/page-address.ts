import { posix } from 'node:path';

/** The address of docs/webhooks.md is `webhooks`, and of packages/node/README.md `packages/node`. */
export const addressOf = (file: string): string =>
  file
    .replace(/\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/\/README$/, '')
    .replace(/\/CHANGELOG$/, '-changelog')
    .replace(/^CHANGELOG$/, 'changelog');

export const formerNameOf = (file: string): string => file.replace(/\.md$/, '').replaceAll('/', '-');

/** Relative addresses are valid behind a stage prefix such as `/prod`. */
export const toDocsFrom = (address: string): string => '../'.repeat(address.split('/').length - 1);

const atRoot = new Set(['openapi.json']);

export function linkOf(
  href: string,
  { file, files, ending = '' }: { file: string; files: ReadonlySet<string>; ending?: string },
): string | null {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const toDocs = toDocsFrom(addressOf(file));
  if (atRoot.has(target)) return `${toDocs}../${target}`;
  return files.has(target) ? `${toDocs}${addressOf(target)}${ending}${anchor === undefined ? '' : `#${anchor}`}` : null;
}

export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');

import { stripTypeScriptTypes } from 'node:module';

export type Mutation = {
  name: string;
  file: string;
  edits: readonly { from: string; to: string }[];
  /** Paths have no `.test.ts`, and are below `test/` unless they contain it. */
  tests: readonly string[];
  only?: string;
};

export type Equivalent = Omit<Mutation, 'tests' | 'only'> & { reason: string };

export const mutation = (name: string, file: string, from: string, to: string, tests: readonly string[], only?: string): Mutation => ({
  name,
  file,
  edits: [{ from, to }],
  tests,
  ...(only && { only }),
});

export const testFile = (name: string) => `${name.includes('/test/') ? '' : 'test/'}${name}.test.ts`;

const closers = new Set([')', ']', '}']);

/** A text of a file, however the formatter breaks its lines. */
function placeOf(text: string): RegExp {
  const tokens = text.match(/[\w$]+|[^\s\w$]/g) ?? [];
  const pattern = tokens.map((token, at) => {
    const [before = '', next = ''] = [tokens[at - 1], tokens[at + 1]];
    if (token === ',' && closers.has(next)) return '';
    const comma = closers.has(token) && at > 0 ? ',?\\s*' : '';
    const gap = at === 0 ? '' : /\w$/.test(before) && /^\w/.test(token) ? '\\s+' : '\\s*';
    return `${gap}${comma}${RegExp.escape(token)}`;
  });
  const [lead, end] = [/^\s*/, /\s*$/].map((edge) => edge.exec(text)?.[0] ?? '');
  const [first = '', last = ''] = [tokens[0], tokens.at(-1)];
  const before = lead === '' ? (/^\w/.test(first) ? '(?<![\\w$])' : '') : '\\s*(?<![\\w$])';
  const after = end === '' ? (/\w$/.test(last) ? '(?![\\w$])' : '') : '\\s*';
  return new RegExp(`${before}${pattern.join('')}${after}`, 'g');
}

export function mutated({ name, file, edits }: Pick<Mutation, 'name' | 'file' | 'edits'>, text: string) {
  let after = text;
  for (const { from, to } of edits) {
    const place = placeOf(from);
    const count = [...after.matchAll(place)].length;
    if (count !== 1) throw new Error(`"${name}" applies ${count} times to ${file}, not once. It looks for: ${from}`);
    after = after.replace(place, () => to);
  }
  // Node does not read JSX; the build of the console does.
  if (!file.endsWith('.tsx')) stripTypeScriptTypes(after);
  return after;
}

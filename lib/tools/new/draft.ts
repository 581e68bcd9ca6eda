export type Change = { path: string; text: string; reason: string | null };
export type Draft = ReturnType<typeof newDraft>;

/** Collects what a command would write, so that a refusal leaves the repository as it was. */
export function newDraft(read: (path: string) => string | null) {
  const changes = new Map<string, Change>();
  const textOf = (path: string) => changes.get(path)?.text ?? read(path);
  return {
    textOf,
    create(path: string, text: string): void {
      if (textOf(path) !== null) throw new Error(`${path} exists already.`);
      changes.set(path, { path, text, reason: null });
    },
    edit(path: string, reason: string, change: (text: string) => string): void {
      const before = textOf(path);
      if (before === null) throw new Error(`${path} does not exist.`);
      let text: string;
      try {
        text = change(before);
      } catch (error) {
        throw new Error(`${path} ${(error as Error).message}`);
      }
      const earlier = changes.get(path);
      const isNew = earlier?.reason === null;
      const reasons = [earlier?.reason, reason].filter(Boolean).join(', ');
      changes.set(path, { path, text, reason: isNew ? null : reasons });
    },
    changes: (): readonly Change[] => [...changes.values()],
  };
}

/** Biome sorts the imports afterwards. */
export const withImport = (line: string) => (text: string) => (text.includes(line) ? text : `${line}\n${text}`);

/** Writes an entry at the end of the list that begins with `opening`. */
export const withEntry = (opening: string | RegExp, entry: string) => (text: string) => {
  const match = typeof opening === 'string' ? opening : opening.exec(text)?.[0];
  if (match === undefined || !text.includes(match)) throw new Error(`has no list "${opening}".`);
  const start = text.indexOf(match) + match.length;
  const [indent = ''] = /^ */.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1)) ?? [];
  const rest = text.slice(start);
  const onOneLine = rest.split('\n', 1)[0]?.search(/[\]})]/) ?? -1;
  const end = onOneLine >= 0 ? onOneLine : rest.search(new RegExp(`^${indent}[\\]})]`, 'm'));
  if (end < 0) throw new Error(`has no end of the list "${opening}".`);
  const before = text.slice(0, start + end).trimEnd();
  const comma = /[,;[{(]$/.test(before) ? '' : ',';
  return `${before}${comma}\n${entry}\n${indent}${rest.slice(end)}`;
};

export const both =
  (...parts: ((text: string) => string)[]) =>
  (text: string) =>
    parts.reduce((whole, part) => part(whole), text);

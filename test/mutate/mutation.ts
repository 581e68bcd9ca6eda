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

export const mutation = (
  name: string,
  file: string,
  from: string,
  to: string,
  tests: readonly string[],
  only?: string,
): Mutation => ({ name, file, edits: [{ from, to }], tests, ...(only && { only }) });

export const testFile = (name: string) => `${name.includes('/test/') ? '' : 'test/'}${name}.test.ts`;

export function mutated({ name, file, edits }: Pick<Mutation, 'name' | 'file' | 'edits'>, text: string) {
  let after = text;
  for (const { from, to } of edits) {
    const parts = after.split(from);
    if (parts.length !== 2)
      throw new Error(
        `"${name}" applies ${parts.length - 1} times to ${file}, not once. It looks for: ${from}`,
      );
    after = parts.join(to);
  }
  // Node does not read JSX; the build of the console does.
  if (!file.endsWith('.tsx')) stripTypeScriptTypes(after);
  return after;
}

import { stripTypeScriptTypes } from 'node:module';
import { files } from './files.ts';

/** A change of the protecting code that the tests must notice. */
export type Mutation = {
  /** What goes wrong with it. */
  name: string;
  file: keyof typeof files;
  /** Each `from` occurs exactly once in the file. */
  edits: readonly { from: string; to: string }[];
  /** Test files that must fail, as paths below `test/` without `.test.ts`. */
  tests: readonly string[];
  /** The tests of those files to run: a part of their names. All unless given. */
  only?: string;
};

/** A mutation that nobody can observe, with the reason. It is not run. */
export type Equivalent = Omit<Mutation, 'tests' | 'only'> & { reason: string };

/** A mutation of one place. */
export const mutation = (
  name: string,
  file: Mutation['file'],
  from: string,
  to: string,
  tests: readonly string[],
  only?: string,
): Mutation => ({ name, file, edits: [{ from, to }], tests, ...(only && { only }) });

export const testFile = (name: string) => `test/${name}.test.ts`;

/** The text with the mutation in place. Throws when an edit does not apply exactly once, or the result does not parse. */
export function mutated({ name, file, edits }: Pick<Mutation, 'name' | 'file' | 'edits'>, text: string) {
  let after = text;
  for (const { from, to } of edits) {
    const parts = after.split(from);
    if (parts.length !== 2)
      throw new Error(
        `"${name}" applies ${parts.length - 1} times to ${files[file]}, not once. It looks for: ${from}`,
      );
    after = parts.join(to);
  }
  stripTypeScriptTypes(after);
  return after;
}

import type { Stage } from '#lib/cloud/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the command line of AWS answers is JSON of many shapes
export type Json = any;

/** What a check looks at. */
export type Looked = {
  /** The address of the stage, without a slash at its end. */
  url: string;
  fetch: typeof fetch;
  /** Of the account: `null` where only an address is given. */
  account: Account | null;
};
export type Account = {
  /** Runs the command line of AWS and answers its JSON. */
  aws(...args: string[]): Promise<Json>;
  /** The name of the stack, such as `adtrail-prod`. */
  stack: string;
  stage: Stage;
  outputs: ReadonlyMap<string, string>;
};

export type Check = {
  name: string;
  /** What it is about, as a guarantee. */
  about: string;
  /** An answer in words when it holds; throws `CheckFailed` when it does not. */
  look(looked: Looked): Promise<string>;
};
/** One that asks AWS. */
export type AccountCheck = Omit<Check, 'look'> & {
  ask(account: Account, looked: Looked): Promise<string>;
};

/** What a check found in place of what it wanted, for a person. */
export class CheckFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckFailed';
  }
}

/** Throws with what was seen unless it is so. */
export function expected(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new CheckFailed(seen);
}

import type { Stage } from '#lib/cloud/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the command line of AWS answers is JSON of many shapes
export type Json = any;

export type Looked = {
  /** The address of the stage, without a trailing slash. */
  url: string;
  fetch: typeof fetch;
  /** `null` if only an address is given. */
  account: Account | null;
};
export type Account = {
  aws(...args: string[]): Promise<Json>;
  /** The name of the stack, such as `adtrail-prod`. */
  stack: string;
  stage: Stage;
  outputs: ReadonlyMap<string, string>;
};

export type Check = {
  name: string;
  /** The guarantee that it checks. */
  about: string;
  /** Returns the result in words, or throws `CheckFailed`. */
  look(looked: Looked): Promise<string>;
};
export type AccountCheck = Omit<Check, 'look'> & {
  ask(account: Account, looked: Looked): Promise<string>;
};

export class CheckFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckFailed';
  }
}

/** Throws `CheckFailed` with the result unless the condition holds. */
export function expected(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new CheckFailed(seen);
}

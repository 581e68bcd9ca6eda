import common from './common-passwords.json' with { type: 'json' };
import { hashedForm } from './passwords.ts';

let words: Set<string> | undefined;

export function isCommonPassword(password: string): boolean {
  words ??= new Set(common.words.split(' '));
  return words.has(hashedForm(password).toLowerCase());
}

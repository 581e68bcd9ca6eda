import { hash } from 'node:crypto';
import { once } from '#shared/values/once.ts';

/** What programs write for a user that is not there. Linked, one of these would join all guests into one person. */
const words = [
  ...['', '0', '-1', 'null', 'undefined', 'none', 'nil', 'nan', 'n/a', 'na', 'guest', 'anonymous', 'unknown'],
  ...['true', 'false', '(null)', '(none)', '<null>', 'not set', '(not set)', 'not_set'],
];
const object = /^\[object \w+\]$/i;

const written = (word: string) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
/** The same words as clients hash them before they send them. */
const hashedWords = once(
  () =>
    new Set(
      [...words, 'NaN', '[object Object]', '[object Promise]', '[object Undefined]', '[object Null]']
        .flatMap(written)
        .map((word) => hash('sha256', word)),
    ),
);

/** An account's ID for a user as it is hashed, or `null` if it is a placeholder for no user. */
export function userIdOf(sent: string): string | null {
  const id = sent.trim();
  const isPlaceholder = id.startsWith('sha256:')
    ? hashedWords().has(id.slice('sha256:'.length).toLowerCase())
    : words.includes(id.toLowerCase()) || object.test(id);
  return isPlaceholder ? null : id;
}

/** A part of an event ID that a program has written for a missing value. Unlike words such as `guest`, it can mean nothing else. */
const missingPart = /^(|undefined|null|NULL|None|nil|NaN|\[object \w+\])$/;

/** Whether a part of an event ID is missing, as in `order_created:undefined`: many sales would then count once. */
export const isIncompleteId = (eventId: string): boolean =>
  eventId.split(':').some((part) => missingPart.test(part.trim()));

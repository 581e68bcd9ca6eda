import { EventRefusedError } from './errors.ts';

export const refusal = (code: string, message: string) => new EventRefusedError(message, { code });

/** Programs write these texts for a missing value. In an event ID they would merge many sales. */
const placeholder = `(?:${[
  ...['undefined', 'null', 'none', 'nil', '<nil>', 'nan', '[+-]?inf(?:inity)?', 'true', 'false'],
  ...[String.raw`\[object [^\]:]*\]`, '0{8}(?:-0{4}){3}-0{12}'],
].join('|')})`;
const namesNothing = new RegExp(`^(?:[^:]*:)?${placeholder}(?::${placeholder})*$`, 'i');

/** `order_created:` and `order_created:undefined` name no order, so all of them would count as one. */
export function eventIdText(id: unknown): string {
  if (id === undefined || id === null) throw refusal('event_id_missing', 'event_id is missing.');
  if (typeof id !== 'string') throw refusal('invalid_id', `event_id is of type ${typeof id}: a text expected.`);
  const parts = id.split(':').map((part) => part.trim());
  if (parts.includes(''))
    throw refusal('event_id_missing', `event_id is "${id}": your own ID is missing.`);
  assertWellFormed('event_id', id);
  if (namesNothing.test(parts.join(':'))) throw refusal('invalid_id', `event_id is "${id}": no ID of yours.`);
  return id;
}

export function eventIdPart(type: string, id: unknown): string {
  if (id === undefined || id === null || (typeof id === 'string' && id.trim() === ''))
    throw refusal('event_id_missing', `${type} needs an ID of yours.`);
  const text = idText(`The ID of ${type}`, id).trim();
  if (namesNothing.test(`:${text}`))
    throw refusal('invalid_id', `The ID of ${type} is "${text}": no ID of yours.`);
  return text;
}

/** The bytes of half a character are those of every other half. */
function assertWellFormed(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw refusal('invalid_id', `${name} is not well-formed Unicode.`);
  return text;
}

/** Numbers above 2^53 have lost digits, and all objects have the same text. */
export function idText(name: string, id: unknown): string {
  if (typeof id === 'string') return assertWellFormed(name, id);
  if (typeof id === 'bigint') return String(id);
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
  const what = typeof id === 'number' ? 'a number that is no exact integer' : `of type ${typeof id}`;
  throw refusal('invalid_id', `${name} is ${what}. Use a text, a safe integer or a bigint.`);
}

export const userIdText = (id: unknown): string | undefined =>
  id === undefined || id === null ? undefined : idText('The user ID', id);

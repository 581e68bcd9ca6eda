import type { Item, Value } from './item.ts';
import { canonical, sortableNumber } from './numbers.ts';
import { invalid, invalidKey, wrong } from './refusals.ts';
import { byteLength, ownValue, typeOf } from './values.ts';

export type KeyPart = { name: string; type: 'S' | 'N' | 'B' };
export type KeySchema = { hash: KeyPart; range?: KeyPart | undefined };
/** The texts of a key sort like its values. `sk` is empty in a table without a sort key. */
export type KeyText = { pk: string; sk: string };
export type Index = KeySchema & {
  name: string;
  projection: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
  include?: string[] | undefined;
};

export const namesOf = ({ hash, range }: KeySchema): string[] => [hash.name, ...(range ? [range.name] : [])];

export const mismatch = () => invalid('The provided key element does not match the schema');

export function keyText(schema: KeySchema, key: Item): KeyText {
  const names = namesOf(schema);
  if (Object.keys(key).length !== names.length || !names.every((name) => ownValue(key, name))) throw mismatch();
  return textsOf(schema, (part) => {
    const value = ownValue(key, part.name) as Value;
    if (typeOf(value) !== part.type) throw mismatch();
    return value;
  });
}

export const itemKey = (schema: KeySchema, item: Item): KeyText =>
  textsOf(schema, ({ name, type }) => {
    const value = ownValue(item, name);
    if (!value) throw wrong(`Missing the key ${name} in the item`);
    if (typeOf(value) !== type) throw wrong(`Type mismatch for key ${name} expected: ${type} actual: ${typeOf(value)}`);
    return value;
  });

export function indexKey(index: Index, item: Item | undefined): KeyText | undefined {
  if (!item || !namesOf(index).every((name) => ownValue(item, name))) return undefined;
  return textsOf(index, ({ name, type }) => {
    const value = ownValue(item, name) as Value;
    if (typeOf(value) !== type)
      throw wrong(`Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(value)} IndexName: ${index.name}`);
    return value;
  });
}

const textsOf = ({ hash, range }: KeySchema, partOf: (part: KeyPart) => Value): KeyText => ({
  pk: partText(hash, partOf(hash), 'hashkey', 2048),
  sk: range ? partText(range, partOf(range), 'rangekey', 1024) : '',
});

function partText({ name }: KeyPart, value: Value, kind: string, maxBytes: number): string {
  const text = sortable(value);
  if (!text)
    throw invalidKey(
      `The AttributeValue for a key attribute cannot contain an empty ${'S' in value ? 'string' : 'binary'} value. Key: ${name}`,
    );
  if (text.length > maxBytes / 4 && sizeOf(value) > maxBytes)
    throw wrong(`Size of ${kind} has exceeded the maximum size limit of${maxBytes} bytes`);
  return text;
}

const sizeOf = (value: Value) => ('S' in value ? Buffer.byteLength(value.S) : 'B' in value ? byteLength(value.B) : 0);

export function sortable(value: Value): string {
  if ('S' in value) return value.S;
  if ('N' in value) return sortableNumber(canonical(value.N));
  if ('B' in value) return Buffer.from(value.B, 'base64').toString('hex');
  throw mismatch();
}

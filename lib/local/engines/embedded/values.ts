import type { WireMap, WireValue } from '#shared/data/attribute-values.ts';
import { DynamoRefusal } from '#shared/data/dynamo.ts';
import { canonical, compareNumbers } from './numbers.ts';
import { invalid, leftOut } from './refusals.ts';

/** An item's or a map's own attribute: a name like `constructor` is not there unless somebody stored it. */
export const own = (map: WireMap, name: string): WireValue | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** Assigned, `__proto__` would set the prototype and store nothing. */
export function setOwn(map: WireMap, name: string, value: WireValue): void {
  if (name === '__proto__')
    Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
  else map[name] = value;
}

export const typeOf = (value: WireValue): string => {
  for (const type in value) return type;
  return '';
};

/** Checks a value that came from outside and brings its numbers into their one form, in place. */
export function checkValue(value: WireValue, depth = 1): void {
  if (depth > 32) throw invalid('Nesting Levels have exceeded supported limits');
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1)
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  if ('S' in value && typeof value.S === 'string') {
    if (!value.S.isWellFormed()) throw new DynamoRefusal('SerializationException', 'Ill-formed text');
    return;
  }
  if ('N' in value && typeof value.N === 'string') value.N = canonical(value.N);
  else if ('BOOL' in value && typeof value.BOOL === 'boolean') return;
  else if ('NULL' in value && value.NULL === true) return;
  else if ('L' in value && Array.isArray(value.L)) for (const one of value.L) checkValue(one, depth + 1);
  else if ('M' in value && typeof value.M === 'object') checkMap(value.M, depth + 1);
  else if ('SS' in value && Array.isArray(value.SS)) {
    if (value.SS.length === 0)
      throw invalid('One or more parameter values were invalid: An string set  may not be empty');
    if (new Set(value.SS).size < value.SS.length)
      throw invalid(
        `One or more parameter values were invalid: Input collection [${value.SS.join(', ')}] contains duplicates.`,
      );
  } else if (isKeptAsIs(value)) return;
  else throw leftOut(`values of type ${typeOf(value)}`);
}

/** Bytes and sets of numbers or bytes, which the service itself never writes but a restored backup may hold. */
const isKeptAsIs = (value: object) => 'B' in value || 'BS' in value || 'NS' in value;

export function checkMap(map: WireMap, depth = 1): void {
  for (const name of Object.keys(map)) checkValue(own(map, name) as WireValue, depth);
}

/** Equal as DynamoDB sees it: sets in any order. Numbers are in their one form already. */
export function same(a: WireValue, b: WireValue): boolean {
  if (typeOf(a) !== typeOf(b)) return false;
  if ('S' in a) return a.S === (b as typeof a).S;
  if ('N' in a) return a.N === (b as typeof a).N;
  if ('BOOL' in a) return a.BOOL === (b as typeof a).BOOL;
  if ('NULL' in a) return true;
  if ('SS' in a) {
    const other = new Set((b as typeof a).SS);
    return a.SS.length === other.size && a.SS.every((one) => other.has(one));
  }
  if (isKeptAsIs(a)) return JSON.stringify(a) === JSON.stringify(b);
  if ('L' in a) {
    const other = (b as typeof a).L;
    return a.L.length === other.length && a.L.every((one, at) => same(one, other[at] as WireValue));
  }
  return sameMaps(a.M, (b as typeof a).M);
}

export function sameMaps(a: WireMap, b: WireMap): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const other = own(b, name);
      return other !== undefined && same(own(a, name) as WireValue, other);
    })
  );
}

/** Negative, 0 or positive; `undefined` for what has no order: other types, or two types. */
export function compare(a: WireValue, b: WireValue): number | undefined {
  if ('S' in a && 'S' in b) return compareText(a.S, b.S);
  if ('N' in a && 'N' in b) return compareNumbers(a.N, b.N);
  return undefined;
}

/** By the bytes of UTF-8, which beyond the basic plane is not the order of JavaScript's strings. */
export const compareText = (a: string, b: string): number =>
  a === b
    ? 0
    : /[\ud800-\uffff]/.test(a + b)
      ? Buffer.compare(Buffer.from(a), Buffer.from(b))
      : a < b
        ? -1
        : 1;

/** Bytes by which DynamoDB counts an item against its limits. */
export const sizeOfItem = (map: WireMap): number =>
  Object.keys(map).reduce(
    (sum, name) => sum + Buffer.byteLength(name) + sizeOf(own(map, name) as WireValue),
    0,
  );

function sizeOf(value: WireValue): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return Math.ceil(value.N.replace(/[-.]|^0+|0+$/g, '').length / 2) + 1;
  if (isKeptAsIs(value)) return JSON.stringify(value).length;
  if ('SS' in value) return value.SS.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  if ('L' in value) return value.L.reduce((sum, one) => sum + 1 + sizeOf(one), 3);
  if ('M' in value) return 3 + Object.keys(value.M).length + sizeOfItem(value.M);
  return 1;
}

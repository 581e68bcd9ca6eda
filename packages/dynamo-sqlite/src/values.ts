import type { Item, Value } from './item.ts';
import { canonical, compareNumbers, significantDigits } from './numbers.ts';
import { invalid, malformed, wrong } from './refusals.ts';

export type Type = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'L' | 'M' | 'SS' | 'NS' | 'BS';
export type SetType = 'SS' | 'NS' | 'BS';
export const maxNameBytes = 65_535;

const maxDepth = 32;
const types = new Set<string>(['S', 'N', 'B', 'BOOL', 'L', 'M', 'SS', 'NS', 'BS']);

/** `constructor` is inherited, so it is no attribute. */
export const ownValue = (map: Item, name: string): Value | undefined => (Object.hasOwn(map, name) ? map[name] : undefined);

/** Assigning `__proto__` would set the prototype. */
export function setOwn(map: Item, name: string, value: Value): void {
  if (name === '__proto__') Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
  else map[name] = value;
}

export const typeOf = (value: Value): Type => {
  for (const type in value) return type as Type;
  throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
};
export const setTypeOf = (value: Value): SetType | undefined => {
  const type = typeOf(value);
  return type === 'SS' || type === 'NS' || type === 'BS' ? type : undefined;
};
export const elements = (value: Value | undefined): string[] => (value && setTypeOf(value) ? (Object.values(value)[0] as string[]) : []);
export const setOf = (type: SetType, values: string[]) => ({ [type]: values }) as unknown as Value;

const isBase64 = (text: unknown) => typeof text === 'string' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function hasOneName(value: object): boolean {
  let count = 0;
  for (const name in value) if (Object.hasOwn(value, name)) count++;
  return count === 1;
}

export function checkValue(value: Value, depth = 1): void {
  if (depth > maxDepth) throw invalid('Nesting Levels have exceeded supported limits');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('An AttributeValue is not an object');
  if (!hasOneName(value))
    throw invalid('Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes');
  if ('S' in value && typeof value.S === 'string') {
    if (!value.S.isWellFormed()) throw malformed('Ill-formed text');
    return;
  }
  if ('N' in value && typeof value.N === 'string') {
    const number = canonical(value.N);
    // A stored value is canonical and frozen.
    if (number !== value.N) value.N = number;
  } else if ('BOOL' in value && typeof value.BOOL === 'boolean') return;
  else if ('NULL' in value) {
    if (value.NULL !== true) throw wrong('Null attribute value types must have the value of true');
  } else if ('L' in value && Array.isArray(value.L)) for (const element of value.L) checkValue(element, depth + 1);
  else if ('M' in value && typeof value.M === 'object' && value.M) checkItem(value.M, depth + 1);
  else if ('B' in value && isBase64(value.B)) return;
  else checkSet(value);
}

function checkSet(value: Value): void {
  const [[type = '', content] = []] = Object.entries(value);
  if (types.has(type) && !Array.isArray(content)) throw malformed(`Unexpected value of an AttributeValue of type ${type}`);
  const isSet = Array.isArray(content) && (type === 'SS' || type === 'NS' || type === 'BS');
  const isElement = type === 'BS' ? isBase64 : (element: unknown) => typeof element === 'string';
  if (!isSet || !content.every(isElement))
    throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
  if (content.length === 0) throw wrong(`An ${{ SS: 'string', NS: 'number', BS: 'binary' }[type]} set  may not be empty`);
  if (type === 'NS')
    for (const [at, element] of content.entries()) {
      const number = canonical(element);
      if (number !== element) content[at] = number;
    }
  if (new Set(content).size < content.length) throw wrong(`Input collection [${content.join(', ')}] contains duplicates.`);
}

export function checkItem(map: Item, depth = 1): void {
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw malformed('An item is not a map');
  for (const name of Object.keys(map)) {
    if (name.length > 255 && Buffer.byteLength(name) > maxNameBytes)
      throw wrong(`Attribute name is too large, must be less than ${maxNameBytes + 1} bytes`);
    if (depth === 1 && !name) throw wrong('Empty attribute name');
    checkValue(ownValue(map, name) as Value, depth);
  }
}

/** Sets are equal in any order. Numbers must be canonical. */
export function same(a: Value, b: Value): boolean {
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  if ('L' in a) {
    const other = (b as typeof a).L;
    return a.L.length === other.length && a.L.every((element, at) => same(element, other[at] as Value));
  }
  if ('M' in a) return sameItems(a.M, (b as typeof a).M);
  if (setTypeOf(a)) {
    const other = new Set(elements(b));
    return elements(a).length === other.size && elements(a).every((element) => other.has(element));
  }
  return (a as Record<string, unknown>)[type] === (b as Record<string, unknown>)[type];
}

export function sameItems(a: Item, b: Item): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const other = ownValue(b, name);
      return other !== undefined && same(ownValue(a, name) as Value, other);
    })
  );
}

export function compare(a: Value, b: Value): number | undefined {
  if ('S' in a && 'S' in b) return compareText(a.S, b.S);
  if ('N' in a && 'N' in b) return compareNumbers(a.N, b.N);
  if ('B' in a && 'B' in b) return Buffer.compare(Buffer.from(a.B, 'base64'), Buffer.from(b.B, 'base64'));
  return undefined;
}

/** Beyond the basic plane, UTF-8 bytes and JavaScript strings sort differently. */
export const compareText = (a: string, b: string): number =>
  a === b ? 0 : /[\ud800-\uffff]/.test(a + b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : 1;

export const sizeOfItem = (map: Item): number =>
  Object.keys(map).reduce((sum, name) => sum + Buffer.byteLength(name) + sizeOf(ownValue(map, name) as Value), 0);

export const byteLength = (base64: string): number => Buffer.byteLength(base64, 'base64');
const sizeOfNumber = (text: string) => Math.ceil(significantDigits(text) / 2) + 1 + (text.startsWith('-') ? 1 : 0);

function sizeOf(value: Value): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return sizeOfNumber(value.N);
  if ('B' in value) return byteLength(value.B);
  if ('L' in value) return value.L.reduce((sum, element) => sum + 1 + sizeOf(element), 3);
  if ('M' in value) return 3 + Object.keys(value.M).length + sizeOfItem(value.M);
  const type = setTypeOf(value);
  if (!type) return 1;
  const size = { SS: Buffer.byteLength, NS: sizeOfNumber, BS: byteLength }[type];
  return elements(value).reduce((sum, element) => sum + size(element), 0);
}

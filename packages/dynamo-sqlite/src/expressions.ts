import { type Condition, parseCondition } from './conditions.ts';
import type { Item } from './item.ts';
import { memoized } from './memoized.ts';
import type { Bound, Parsed } from './paths.ts';
import { invalid, malformed, wrong } from './refusals.ts';
import { parseUpdate, type Update } from './updates.ts';
import { checkItem, maxNameBytes } from './values.ts';

export type Placeholders = {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
};

export const conditionOf: (text: string) => Condition = memoized((text) => parseCondition(text));
export const updateOf: (text: string) => Update = memoized(parseUpdate);

function checkName(name: unknown): void {
  if (typeof name !== 'string') throw malformed('An expression attribute name is not a text');
  if (!name) throw wrong('Empty attribute name');
  if (name.length > 255 && Buffer.byteLength(name) > maxNameBytes)
    throw wrong(`Attribute name is too large, must be less than ${maxNameBytes + 1} bytes`);
}

export function boundOf(request: Placeholders, ...expressions: (Parsed | undefined)[]): Bound {
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  const hasNone = !request.ExpressionAttributeNames && !request.ExpressionAttributeValues;
  if (hasNone && expressions.every((expression) => !expression || (expression.used.size === 0 && expression.checks.length === 0)))
    return { names, values };
  for (const [field, map, sign] of [
    ['ExpressionAttributeNames', names, '#'],
    ['ExpressionAttributeValues', values, ':'],
  ] as const) {
    const keys = Object.keys(map);
    if (request[field] && keys.length === 0) throw invalid(`${field} must not be empty`);
    for (const key of keys)
      if (key[0] !== sign || key.length < 2) throw invalid(`${field} contains invalid key: Syntax error; key: "${key}"`);
    if (field === 'ExpressionAttributeNames') for (const key of keys) checkName(names[key]);
    if (request[field] && !expressions.some(Boolean)) throw invalid(`${field} can only be specified when using expressions`);
  }
  checkItem(values);
  const used = new Set<string>();
  for (const expression of expressions)
    for (const name of expression?.used ?? []) {
      used.add(name);
      if (Object.hasOwn(name.startsWith('#') ? names : values, name)) continue;
      throw invalid(
        name.startsWith('#')
          ? `An expression attribute name used in the document path is not defined; attribute name: ${name}`
          : `An expression attribute value used in expression is not defined; attribute value: ${name}`,
      );
    }
  for (const [field, map] of [
    ['ExpressionAttributeNames', names],
    ['ExpressionAttributeValues', values],
  ] as const) {
    const unused = Object.keys(map).filter((name) => !used.has(name));
    if (unused.length > 0) throw invalid(`Value provided in ${field} unused in expressions: keys: {${unused.join(', ')}}`);
  }
  const bound = { names, values };
  for (const expression of expressions) for (const check of expression?.checks ?? []) check(bound);
  return bound;
}

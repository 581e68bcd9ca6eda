import type { Table } from './catalogue.ts';
import { checkBounds } from './conditions.ts';
import type { Value } from './item.ts';
import { type Index, type KeyPart, sortable } from './keys.ts';
import { memoized } from './memoized.ts';
import { type Bound, type Parsed, type Path, parseOf, parsePath, parsePlaceholder, plainPath } from './paths.ts';
import { faulty, invalid, invalidKey, wrong } from './refusals.ts';
import { typeOf } from './values.ts';

export type Range = { partition: string; from: string; to: string | undefined; holds(sk: string): boolean };
type KeyCondition = Parsed & { range(bound: Bound, schema: Table | Index): Range };
type Comparison = { path: Path; sign: string; values: string[] };

const kind = 'KeyConditionExpression';
const mirrored: Record<string, string> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
export const keyConditionOf: (text: string) => KeyCondition = memoized(parseKeyCondition);

function parseKeyCondition(text: string): KeyCondition {
  const parse = parseOf(text, kind);
  const { tokens } = parse;
  const all = (): Comparison[] => {
    const list = term();
    while (tokens.take('AND')) list.push(...term());
    return list;
  };
  const term = (): Comparison[] => {
    return tokens.take('(') ? tokens.parenthesized(all) : [comparison()];
  };
  const comparison = (): Comparison => {
    if (tokens.isCall()) {
      const name = tokens.next();
      if (name !== 'begins_with') throw faulty(kind, `Invalid function name; function: ${name}`);
      tokens.expect('(');
      const path = parsePath(parse);
      tokens.expect(',');
      const values = [parsePlaceholder(parse)];
      tokens.expect(')');
      return { path, sign: name, values };
    }
    if (tokens.peek().startsWith(':')) {
      const values = [parsePlaceholder(parse)];
      const sign = mirrored[tokens.next()];
      if (!sign) throw invalid(`Invalid operator used in ${kind}`);
      return { path: parsePath(parse), sign, values };
    }
    const path = parsePath(parse);
    const sign = tokens.next().toUpperCase();
    if (!['=', '<', '<=', '>', '>=', 'BETWEEN'].includes(sign)) throw invalid(`Invalid operator used in ${kind}: ${sign}`);
    const values = [parsePlaceholder(parse)];
    if (sign === 'BETWEEN') {
      tokens.expect('AND');
      values.push(parsePlaceholder(parse));
    }
    return { path, sign, values };
  };
  const comparisons = all();
  tokens.expectEnd();
  return {
    used: parse.used,
    checks: parse.checks,
    range: (bound, schema) => rangeOf(comparisons, bound, schema),
  };
}

function rangeOf(comparisons: readonly Comparison[], bound: Bound, { hash, range }: Table | Index): Range {
  const on = ({ name }: KeyPart) => comparisons.find(({ path }) => path.length === 1 && plainPath(path, bound)[0] === name);
  const [partition, sort] = [on(hash), range && on(range)];
  const names = comparisons.map(({ path }) => {
    if (path.length > 1) throw faulty(kind, 'A key condition must not be on a nested attribute');
    return plainPath(path, bound)[0];
  });
  if (new Set(names).size < names.length) throw invalid(`${kind}s must only contain one condition per key`);
  if (!partition || comparisons.length !== (sort ? 2 : 1))
    throw invalid(`Query condition missed key schema element: ${partition ? range?.name : hash.name}`);
  if (partition.sign !== '=') throw invalid('Query key condition not supported');
  const text = (part: KeyPart, placeholder: string) => {
    const value = bound.values[placeholder] as Value;
    if (typeOf(value) !== part.type) throw wrong('Condition parameter type does not match schema type');
    const text = sortable(value);
    if (!text && part === hash)
      throw invalidKey(`The AttributeValue for a key attribute cannot contain an empty string value. Key: ${part.name}`);
    return text;
  };
  const whole = {
    partition: text(hash, partition.values[0] as string),
    from: '',
    to: undefined,
    holds: () => true,
  };
  if (!sort || !range) return whole;
  const { sign } = sort;
  const [a = '', b = ''] = sort.values.map((name) => text(range, name));
  if (sign === 'BETWEEN') checkBounds(kind, ...(sort.values.map((name) => bound.values[name]) as [Value, Value]));
  if (sign === 'begins_with') {
    if (range.type === 'N')
      throw faulty(kind, `Incorrect operand type for operator or function; operator or function: begins_with, operand type: N`);
    // A key has at most 1,024 bytes.
    return { ...whole, from: a, to: a + '\u{10ffff}'.repeat(1025), holds: (sk) => sk.startsWith(a) };
  }
  return {
    ...whole,
    from: sign.startsWith('<') ? '' : a,
    to: sign === 'BETWEEN' ? b : sign.startsWith('>') ? undefined : a,
    holds: (sk) => sk !== a || (sign !== '<' && sign !== '>'),
  };
}

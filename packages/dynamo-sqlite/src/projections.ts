import type { Table } from './catalogue.ts';
import { boundOf, type Placeholders } from './expressions.ts';
import type { Item, Value } from './item.ts';
import { type Index, namesOf } from './keys.ts';
import { memoized } from './memoized.ts';
import { checkOverlap, type Parsed, type Path, parseOf, parsePath, plainPath } from './paths.ts';
import { wrong } from './refusals.ts';
import { ownValue, setOwn } from './values.ts';

export type Projecting = Placeholders & { ProjectionExpression?: string };
type ProjectionOf = { table?: Table; index?: Index | undefined; also?: readonly (Parsed | undefined)[] };

export function projection(request: Projecting, { index, table, also = [] }: ProjectionOf = {}): (item: Item) => Item {
  const parsed = request.ProjectionExpression === undefined ? undefined : pathsOf(request.ProjectionExpression);
  const bound = boundOf(request, parsed, ...also);
  if (!parsed) return (item) => item;
  const paths = parsed.paths.map((path) => plainPath(path, bound));
  checkOverlap('ProjectionExpression', paths);
  if (index && table && index.projection !== 'ALL') {
    const attributes = new Set([...namesOf(table), ...namesOf(index), ...(index.include ?? [])]);
    const missing = paths.map(([name]) => String(name)).filter((name) => !attributes.has(name));
    if (missing.length > 0) throw wrong(`Global secondary index ${index.name} does not project [${missing.join(', ')}]`);
  }
  return (item) => (picked({ M: item }, paths) as { M: Item } | undefined)?.M ?? {};
}

const pathsOf = memoized((text: string) => {
  const parse = parseOf(text, 'ProjectionExpression');
  const paths = [parsePath(parse)];
  while (parse.tokens.take(',')) paths.push(parsePath(parse));
  parse.tokens.expectEnd();
  return { paths, used: parse.used, checks: parse.checks };
});

function picked(value: Value, paths: readonly Path[]): Value | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  const below = (step: string | number) => paths.filter(([head]) => head === step).map((path) => path.slice(1));
  const steps = [...new Set(paths.map(([step]) => step as string | number))];
  if ('M' in value) {
    const M: Item = {};
    for (const step of steps) {
      const inner = typeof step === 'string' ? ownValue(value.M, step) : undefined;
      const pickedValue = inner && picked(inner, below(step));
      if (pickedValue) setOwn(M, String(step), pickedValue);
    }
    return Object.keys(M).length > 0 ? { M } : undefined;
  }
  if (!('L' in value)) return undefined;
  const places = steps.filter((step) => typeof step === 'number').sort((a, b) => a - b);
  const L = places.flatMap((place) => {
    const inner = value.L[place];
    return (inner && picked(inner, below(place))) ?? [];
  });
  return L.length > 0 ? { L } : undefined;
}

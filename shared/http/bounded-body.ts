import type * as z from 'zod';
import { unwrapped } from './unwrapped.ts';

/** A client reads no sentence about each of more unknown fields of an object. */
const maxSurplusFields = 100;

type Bounds =
  | { element: z.ZodType; inner: Bounds | null; most: number | undefined }
  | { shape: Record<string, z.ZodType>; most: number; fields: [name: string, bounds: Bounds][] };

/**
 * Validation takes time for each entry, so a list ends one entry after its documented maximum. That entry is the
 * problem to report. An object keeps a bounded number of unknown fields.
 */
export function boundedBody(schema: z.ZodType, body: unknown): unknown {
  const bounds = boundsOf(schema);
  return bounds ? bounded(bounds, body) : body;
}

const boundsOfSchemas = new WeakMap<z.ZodType, Bounds | null>();

function boundsOf(schema: z.ZodType): Bounds | null {
  const earlier = boundsOfSchemas.get(schema);
  if (earlier !== undefined) return earlier;
  const bounds = newBounds(unwrapped(schema));
  boundsOfSchemas.set(schema, bounds);
  return bounds;
}

function newBounds(inner: z.ZodType): Bounds | null {
  if (inner.def.type === 'array') {
    const { element } = inner as z.ZodArray<z.ZodType>;
    return { element, inner: boundsOf(element), most: maximumOf(inner) };
  }
  if (inner.def.type !== 'object') return null;
  const { shape, def } = inner as z.ZodObject<Record<string, z.ZodType>>;
  const isLoose = def.catchall?._zod.def.type === 'unknown';
  const most = isLoose ? Number.POSITIVE_INFINITY : Object.keys(shape).length + maxSurplusFields;
  const fields = Object.entries(shape).flatMap(([name, field]): [string, Bounds][] => {
    const bounds = boundsOf(field);
    return bounds ? [[name, bounds]] : [];
  });
  return { shape, most, fields };
}

const maximumOf = ({ def }: z.ZodType): number | undefined =>
  (def.checks ?? []).map(({ _zod }) => _zod.def as { check: string; maximum?: number }).find(({ check }) => check === 'max_length')
    ?.maximum;

function bounded(bounds: Bounds, value: unknown): unknown {
  if ('element' in bounds) {
    if (!Array.isArray(value)) return value;
    const { element, inner, most = value.length } = bounds;
    // Validation of a list that is too long reports nothing else.
    if (value.length > most) return value.slice(0, most + 1);
    return withFewProblems(element, inner ? value.map((entry) => bounded(inner, entry)) : value);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { shape, most, fields } = bounds;
  const isLong = Number.isFinite(most) && Object.keys(value).length > most;
  const body = (isLong ? withoutSurplus(value, shape) : value) as Record<string, unknown>;
  for (const [name, inner] of fields) if (Object.hasOwn(body, name)) body[name] = bounded(inner, body[name]);
  return body;
}

/** A field called `__proto__` stays a field. */
function withoutSurplus(value: object, shape: object): object {
  let surplus = 0;
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(shape, name) || surplus++ < maxSurplusFields));
}

const [longList, probes, maxEstimated, maxProblems] = [2000, 1000, 10_000, 1000];

/** A list that is wrong throughout ends after as many problems as an answer shows. */
function withFewProblems(element: z.ZodType, list: unknown[]): unknown[] {
  if (list.length <= longList) return list;
  const step = Math.floor(list.length / probes);
  let estimated = 0;
  for (let at = 0; at < list.length; at += step) estimated += step * problemsIn(element, list[at]);
  if (estimated <= maxEstimated) return list;
  let problems = 0;
  for (const [at, entry] of list.entries()) {
    problems += problemsIn(element, entry);
    if (problems >= maxProblems) return list.slice(0, at + 1);
  }
  return list;
}

const problemsIn = (element: z.ZodType, entry: unknown) => element.safeParse(entry).error?.issues.length ?? 0;

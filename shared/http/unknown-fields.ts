import type * as z from 'zod';
import type { Problem } from '#shared/values/errors.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { clientInBodyProblems } from './not-for-clients.ts';
import { bodySchemaOf, isOperated } from './request-body.ts';
import { unknownNameMessage } from './unknown-name-message.ts';
import { unwrapped } from './unwrapped.ts';

export const refusesUnknownFields = (endpoint: Pick<AnyEndpoint, 'auth' | 'method' | 'unknownFields'>): boolean =>
  endpoint.unknownFields === 'refused' || isOperated(endpoint);

/** A problem repeats the field's name, never its value. */
export function unknownFieldProblems(endpoint: AnyEndpoint, body: unknown): Problem[] {
  if (!refusesUnknownFields(endpoint)) return [];
  const schema = bodySchemaOf(endpoint);
  const hasOwn = clientInBodyProblems(endpoint, body).length > 0;
  if (schema) {
    const problems: Problem[] = [];
    addSurplus(schema, body, ['body'], problems);
    return problems.filter(({ loc }) => !hasOwn || loc.join('.') !== 'body.client_user_id');
  }
  return isRecord(body) ? Object.keys(body).map((name) => problem(name, [], ['body'])) : [];
}

/** An answer lists at most 1,000 problems, so those after them need no words, and only count. */
const maxWorded = 1000;
const counted: Problem = { type: 'extra_forbidden', loc: ['body'], msg: 'Unknown field' };

function addSurplus(schema: z.ZodType, value: unknown, loc: readonly (string | number)[], problems: Problem[]): void {
  const inner = unwrapped(schema);
  if (inner.def.type === 'array' && Array.isArray(value)) {
    const { element } = inner as z.ZodArray<z.ZodType>;
    for (const [at, each] of value.entries()) addSurplus(element, each, [...loc, at], problems);
  }
  if (inner.def.type !== 'object' || !isRecord(value)) return;
  const { shape } = inner as z.ZodObject<Record<string, z.ZodType>>;
  for (const [name, fieldValue] of Object.entries(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) addSurplus(field, fieldValue, [...loc, name], problems);
    else problems.push(problems.length < maxWorded ? problem(name, Object.keys(shape), loc) : counted);
  }
}

const problem = (name: string, knownNames: readonly string[], loc: readonly (string | number)[]): Problem => ({
  type: 'extra_forbidden',
  loc: [...loc, name],
  msg: unknownNameMessage(name, knownNames, { one: 'field', many: 'fields' }),
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
